package tessera.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.insight.AcceleratorCatalog;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintRule.Admission;
import tessera.lint.finding.RuleBook;
import tessera.lint.manifest.Manifest;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.rule.CheckContext;
import tessera.lint.rule.FieldFacts;
import tessera.lint.rule.LintChecks;
import tessera.mig.MigProducts;

/** Finds what is wrong with manifests, and mends what can be mended. Pure; safe for use by several threads. */
public final class ManifestLinter {

    private static final int ROUNDS = 12;

    private final CheckContext.RuleInput known;

    /** @param accelerators which resources are accelerators */
    public ManifestLinter(AcceleratorCatalog accelerators) {
        known = new CheckContext.RuleInput(RuleBook.bundled(), accelerators, MigProducts.bundled(),
                FieldFacts.bundled());
    }

    /** The rules that it goes by. */
    public RuleBook rules() {
        return known.rules();
    }

    /**
     * Looks at a text, YAML or JSON, with as many objects as there are.
     *
     * @param cluster what it is meant for; empty where that is not known
     */
    public List<LintFinding> check(String text, Optional<ManifestEnvironment> cluster) {
        return check(Manifest.read(text), cluster);
    }

    /** Looks at what was read already. */
    public List<LintFinding> check(Manifest manifest, Optional<ManifestEnvironment> cluster) {
        var look = new CheckContext(known, manifest, cluster);
        LintChecks.run(look);
        return look.findings();
    }

    /** Of what is wrong that of which a server makes this, whatever cluster it is of. */
    public List<LintFinding> judged(String text, Admission admission) {
        return check(text, Optional.empty()).stream().filter(finding -> finding.rule().admission() == admission)
                .toList();
    }

    /** What was found, and what mended it. */
    public record LintResult(LintFinding finding, LintFix fix) {}

    /**
     * A text that was mended.
     *
     * @param done what was done, in order
     * @param left what people have to decide
     */
    public record MendedText(String text, List<LintResult> done, List<LintFinding> left) {

        public MendedText {
            done = List.copyOf(done);
            left = List.copyOf(left);
        }
    }

    /** Applies every fix that nobody has to decide about, until none is left. All else of the text stays as it is. */
    public MendedText mend(String text, Optional<ManifestEnvironment> cluster) {
        return mend(text, cluster, Map.of());
    }

    /**
     * Applies every fix, and of what people have to decide about the way they chose.
     *
     * @param chosen which way, from 1, by the name of a rule
     */
    public MendedText mend(String text, Optional<ManifestEnvironment> cluster, Map<String, Integer> chosen) {
        var now = text;
        var done = new ArrayList<LintResult>();
        var findings = check(now, cluster);
        for (int round = 0; round < ROUNDS; round++) {
            var possible = next(findings.stream().flatMap(finding -> fix(finding, chosen)
                    .map(fix -> new LintResult(finding, fix)).stream()).toList(),
                    round == 0 ? chosen.keySet() : Set.of());
            var applied = apply(now, possible);
            if (twice(check(applied.text(), cluster)) > twice(findings)) {
                possible = harmless(now, possible);
                applied = apply(now, possible);
            }
            if (applied.taken().isEmpty()) {
                break;
            }
            var then = check(applied.text(), cluster);
            if (broken(then) && !broken(findings)) {
                // A style of writing that edits do not know: better nothing than a damaged file.
                break;
            }
            var taken = Set.copyOf(applied.taken());
            possible.stream().filter(each -> taken.contains(each.fix())).forEach(done::add);
            now = applied.text();
            findings = then;
        }
        return new MendedText(now, done, findings);
    }

    /**
     * What somebody chose comes first, that others may not take its place, and then what only takes away: of what is not there
     * any more nothing need be mended.
     */
    private static List<LintResult> next(List<LintResult> possible, Set<String> chosen) {
        var wanted = possible.stream().filter(each -> chosen.contains(each.finding().rule().id())).toList();
        if (!wanted.isEmpty()) {
            return wanted;
        }
        var removing = possible.stream().filter(each -> each.fix().removes()).toList();
        return removing.isEmpty() ? possible : removing;
    }

    private static LintFix.AppliedFixes apply(String text, List<LintResult> possible) {
        return LintFix.apply(text, possible.stream().map(LintResult::fix).toList());
    }

    /** Without those that write what another writes, too, or is there already: each is right alone. */
    private static List<LintResult> harmless(String text, List<LintResult> possible) {
        var good = possible;
        for (var late = FixCollisions.of(apply(text, good)); !late.isEmpty(); late = FixCollisions
                .of(apply(text, good))) {
            var waiting = late;
            good = good.stream().filter(each -> !waiting.contains(each.fix())).toList();
        }
        return good;
    }

    private static long twice(List<LintFinding> findings) {
        return findings.stream().filter(finding -> finding.rule().id().equals("key-twice")).count();
    }

    private static Optional<LintFix> fix(LintFinding finding, Map<String, Integer> chosen) {
        int way = chosen.getOrDefault(finding.rule().id(), 0);
        return way > 0 && way <= finding.ways().size() ? Optional.of(finding.ways().get(way - 1)) : finding.fix();
    }

    private static boolean broken(List<LintFinding> findings) {
        return findings.stream().anyMatch(finding -> finding.rule().id().equals("yaml-broken"));
    }
}
