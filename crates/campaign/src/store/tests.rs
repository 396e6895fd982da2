//! Tests of the store: what was recorded is there, once, whatever happens in between.

use super::*;
use crate::cpu::CpuSplit;
use brinell_judge::VerdictKind;

fn outcome(seed: u64, findings: usize) -> SeedRecord {
    let finding = NewFinding {
        key: "tcc wrong-code checksum".to_owned(),
        compiler: "tcc".to_owned(),
        family: "tcc".to_owned(),
        options: vec!["-O0".to_owned()],
        verdict: VerdictKind::WrongCode,
        sources: vec![("test.c".to_owned(), format!("/* {seed} */"))],
        ..NewFinding::default()
    };
    SeedRecord {
        seed,
        what: SeedYield::Made,
        tokens: 10,
        verdicts: vec![("tcc".to_owned(), "-O0".to_owned(), VerdictKind::WrongCode)],
        not_comparable: Vec::new(),
        findings: vec![finding; findings],
        cpu: CpuSplit { generate: Duration::from_millis(1), ..CpuSplit::default() },
        fast_path_use: crate::FastPathUse::default(),
    }
}

fn run() -> NewRun {
    let word = || "x".to_owned();
    NewRun { brinell: word(), command: word(), settings: word(), compilers: word() }
}

#[test]
fn seeds_are_done_in_any_order_and_survive() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::create(dir.path()).unwrap();
    let id = store.begin_run(&run()).unwrap();
    let mut range = store.seeds(Some(100), 7).unwrap();
    for seed in [102, 100, 104, 101] {
        store.record(id, &mut range, &outcome(seed, 0)).unwrap();
    }
    assert_eq!((range.below, range.ahead.iter().copied().collect()), (103, vec![104]));
    drop(store);
    let mut store = Store::open(dir.path()).unwrap();
    // The range that was used last is gone on with.
    assert_eq!(store.seeds(None, 7).unwrap(), range);
    let whole = store.integrity().unwrap();
    assert!(whole.is_whole() && whole.seeds == 4, "{whole:?}");
    let summary = store.summary(None).unwrap();
    assert_eq!((summary.programs, summary.tokens), (4, 40));
    assert_eq!(summary.verdicts(VerdictKind::WrongCode), 4);
    assert_eq!(summary.cpu.generate, Duration::from_millis(4));
    store.record(id, &mut range, &outcome(103, 0)).unwrap();
    assert_eq!((range.below, range.ahead.len()), (105, 0));
    // Another range beside it.
    assert_eq!(store.seeds(Some(5), 7).unwrap().below, 5);
    assert!(store.integrity().unwrap().is_whole());
}

#[test]
fn the_largest_seeds_are_held() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::create(dir.path()).unwrap();
    let id = store.begin_run(&run()).unwrap();
    let mut range = store.seeds(Some(u64::MAX - 1), 0).unwrap();
    store.record(id, &mut range, &outcome(u64::MAX, 1)).unwrap();
    store.record(id, &mut range, &outcome(u64::MAX - 1, 1)).unwrap();
    let seeds: Vec<_> =
        store.findings(&FindingFilter::default()).unwrap().iter().map(|line| line.seed).collect();
    assert_eq!(seeds, [u64::MAX, u64::MAX - 1]);
}

#[test]
fn every_finding_is_kept_and_the_first_have_their_text() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::create(dir.path()).unwrap();
    let id = store.begin_run(&run()).unwrap();
    let mut range = store.seeds(Some(0), 0).unwrap();
    for seed in 0..25 {
        let recorded = store.record(id, &mut range, &outcome(seed, 1)).unwrap();
        assert_eq!(recorded[0].times, seed as i64 + 1);
    }
    let findings = store.findings(&FindingFilter::default()).unwrap();
    assert_eq!(findings.len(), 25);
    let texts =
        findings.iter().filter(|line| !store.finding(line.id).unwrap().unwrap().sources.is_empty());
    assert_eq!(texts.count(), 20);
    // Triage has to ask for the others.
    assert_eq!(store.untriaged().unwrap().len(), 20);
    let seeds: Vec<i64> = store.untriaged_seeds().unwrap().iter().map(|one| one.id).collect();
    assert_eq!(seeds, [21, 22, 23, 24, 25]);
    assert!(store.finding(99).unwrap().is_none());
    let of = |compiler: &str| FindingFilter {
        compiler: Some(compiler.to_owned()),
        ..FindingFilter::default()
    };
    assert_eq!(store.findings(&of("tcc")).unwrap().len(), 25);
    assert!(store.findings(&of("gcc")).unwrap().is_empty());
}

#[test]
fn a_store_of_the_future_is_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let store = Store::create(dir.path()).unwrap();
    store.db.pragma_update(None, "user_version", 99).unwrap();
    drop(store);
    assert!(matches!(Store::open(dir.path()), Err(StoreError::Newer { found: 99, .. })));
    assert!(matches!(Store::open(&dir.path().join("no")), Err(StoreError::Missing(_))));
}

#[test]
fn triage_is_kept_and_counted() {
    let dir = tempfile::tempdir().unwrap();
    let mut store = Store::create(dir.path()).unwrap();
    let id = store.begin_run(&run()).unwrap();
    let mut range = store.seeds(Some(0), 0).unwrap();
    for seed in 0..6 {
        store.record(id, &mut range, &outcome(seed, 1)).unwrap();
    }
    let waiting = |store: &Store| store.triage_counts().unwrap().waiting;
    assert_eq!((store.untriaged().unwrap().len(), waiting(&store)), (6, 1));
    let features = brinell_triage::Features {
        family: "tcc".to_owned(),
        verdict: VerdictKind::WrongCode,
        signature: String::new(),
        blamed: std::collections::BTreeSet::new(),
        shape: brinell_triage::ProgramShape::default(),
    };
    let results = [
        (1, TriageResult::Bundle("bundle-1".to_owned()), Some(features)),
        (2, TriageResult::DuplicateOf(1), None),
        (3, TriageResult::Unsolved("no".to_owned()), None),
        (4, TriageResult::LooksLike(1), None),
        (5, TriageResult::Known, None),
    ];
    let triaged: Vec<Triaged> = results
        .into_iter()
        .map(|(finding, result, features)| Triaged { finding, result, features })
        .collect();
    for one in &triaged {
        store.record_triage(one).unwrap();
    }
    drop(store);
    let store = Store::open(dir.path()).unwrap();
    let back: Vec<Triaged> = store.triaged().unwrap().into_iter().map(|(_, one)| one).collect();
    assert_eq!(back, triaged);
    let open = store.untriaged().unwrap();
    assert_eq!((open.len(), open[0].id, open[0].times), (1, 6, 6));
    let counts =
        TriageCounts { bundles: 1, duplicates: 1, alike: 1, known: 1, unsolved: 1, waiting: 0 };
    assert_eq!(store.triage_counts().unwrap(), counts);
    let lines = store.findings(&FindingFilter::default()).unwrap();
    assert_eq!(lines[0].bundle.as_deref(), Some("bundle-1"));
    assert_eq!((lines[1].duplicate_of, lines[1].only_alike), (Some(1), false));
    assert_eq!((lines[3].duplicate_of, lines[3].only_alike), (Some(1), true));
    assert!(lines[2].bundle.is_none() && lines[2].duplicate_of.is_none());
    assert!(lines[4].known && !lines[2].known && !lines[5].known);
}

#[test]
fn a_store_from_before_triage_is_brought_up_to_date() {
    let dir = tempfile::tempdir().unwrap();
    let db = Connection::open(dir.path().join(FILE)).unwrap();
    db.execute_batch(MIGRATIONS[0]).unwrap();
    db.pragma_update(None, "user_version", 1).unwrap();
    drop(db);
    let store = Store::open(dir.path()).unwrap();
    assert_eq!(store.triage_counts().unwrap(), TriageCounts::default());
}
