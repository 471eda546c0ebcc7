package tessera.lint;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintRule.ServerAdmissionResult;
import tessera.lint.finding.LintRuleCatalog;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.rule.CommonFieldMistakeCatalog;
import tessera.lint.rule.LintCheckContext;
import tessera.lint.rule.LintCheckRegistry;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;
import tessera.mig.MigProductCatalog;

/** Checks manifests by rules, and applies fixes. Pure; safe for use by several threads. */
public final class ManifestLinter {

    private static final int ROUNDS = 12;

    private final LintCheckContext.LintRuleInput input;

    /** @param accelerators which resources are accelerators */
    public ManifestLinter(AcceleratorCatalog accelerators) {
        input = new LintCheckContext.LintRuleInput(LintRuleCatalog.bundled(), accelerators, MigProductCatalog.bundled(),
                CommonFieldMistakeCatalog.bundled());
    }

    /** Returns the rules of the linter. */
    public LintRuleCatalog rules() {
        return input.rules();
    }

    /**
     * Checks a text in YAML or JSON with any number of objects.
     *
     * @param cluster what it is meant for; empty where that is not known
     */
    public List<LintFinding> check(String text, Optional<ManifestTargetCluster> cluster) {
        return check(KubernetesManifest.read(text), cluster);
    }

    /** Checks a manifest that was read already. */
    public List<LintFinding> check(KubernetesManifest kubernetesManifest, Optional<ManifestTargetCluster> cluster) {
        var context = new LintCheckContext(input, kubernetesManifest, cluster);
        LintCheckRegistry.run(context);
        return context.findings();
    }

    /** Returns the findings of a text for which a server has this admission result, whatever the cluster. */
    public List<LintFinding> findByAdmission(String text, ServerAdmissionResult serverAdmissionResult) {
        return check(text, Optional.empty()).stream()
                .filter(finding -> finding.rule().admission() == serverAdmissionResult).toList();
    }

    /** A finding and the fix that was applied. */
    public record LintFindingFix(LintFinding finding, LintFix fix) {}

    /**
     * A text after its fixes, with the remaining findings.
     *
     * @param applied what was done, in order
     * @param remaining what people have to decide
     */
    public record ManifestFixResult(String text, List<LintFindingFix> applied, List<LintFinding> remaining) {

        public ManifestFixResult {
            applied = List.copyOf(applied);
            remaining = List.copyOf(remaining);
        }
    }

    /** Applies every fix that needs no decision, until none is left. All else of the text stays as it is. */
    public ManifestFixResult applyFixes(String text, Optional<ManifestTargetCluster> cluster) {
        return applyFixes(text, cluster, Map.of());
    }

    /**
     * Applies every fix, including the chosen ones among alternatives.
     *
     * @param chosen which way, from 1, by the name of a rule
     */
    public ManifestFixResult applyFixes(String text, Optional<ManifestTargetCluster> cluster,
            Map<String, Integer> chosen) {
        var now = text;
        var done = new ArrayList<LintFindingFix>();
        var findings = check(now, cluster);
        for (int round = 0; round < ROUNDS; round++) {
            var possible = nextFixes(findings.stream().flatMap(finding -> chosenFix(finding, chosen)).toList(),
                    round == 0 ? chosen.keySet() : Set.of());
            var applied = applyResults(now, possible);
            if (countDuplicates(check(applied.text(), cluster)) > countDuplicates(findings)) {
                possible = withoutCollisions(now, possible);
                applied = applyResults(now, possible);
            }
            if (applied.applied().isEmpty()) {
                break;
            }
            var then = check(applied.text(), cluster);
            if (isBroken(then) && !isBroken(findings)) {
                // A style of writing that edits do not know: better nothing than a damaged file.
                break;
            }
            var taken = Set.copyOf(applied.applied());
            possible.stream().filter(result -> taken.contains(result.fix())).forEach(done::add);
            now = applied.text();
            findings = then;
        }
        return new ManifestFixResult(now, done, findings);
    }

    private static Stream<LintFindingFix> chosenFix(LintFinding finding, Map<String, Integer> chosen) {
        return selectFix(finding, chosen).map(fix -> new LintFindingFix(finding, fix)).stream();
    }

    /**
     * Returns the fixes to apply next: chosen ones first, then those that only remove, as nothing removed needs another fix.
     */
    private static List<LintFindingFix> nextFixes(List<LintFindingFix> possible, Set<String> chosen) {
        var wanted = possible.stream().filter(result -> chosen.contains(result.finding().rule().id())).toList();
        if (!wanted.isEmpty()) {
            return wanted;
        }
        var removing = possible.stream().filter(result -> result.fix().isRemoval()).toList();
        return removing.isEmpty() ? possible : removing;
    }

    private static LintFix.FixApplicationResult applyResults(String text, List<LintFindingFix> possible) {
        return LintFix.apply(text, possible.stream().map(LintFindingFix::fix).toList());
    }

    /** Returns the fixes without those that write what another writes, too, or is there already: each is right alone. */
    private static List<LintFindingFix> withoutCollisions(String text, List<LintFindingFix> possible) {
        var good = possible;
        for (var late = LintFixCollisionFinder.collisionsOf(applyResults(text, good)); !late
                .isEmpty(); late = LintFixCollisionFinder.collisionsOf(applyResults(text, good))) {
            var waiting = late;
            good = good.stream().filter(result -> !waiting.contains(result.fix())).toList();
        }
        return good;
    }

    private static long countDuplicates(List<LintFinding> findings) {
        return findings.stream().filter(finding -> finding.rule().id().equals("key-twice")).count();
    }

    private static Optional<LintFix> selectFix(LintFinding finding, Map<String, Integer> chosen) {
        int way = chosen.getOrDefault(finding.rule().id(), 0);
        if (way > 0 && way <= finding.alternatives().size()) {
            return Optional.of(finding.alternatives().get(way - 1));
        }
        return finding.fix();
    }

    private static boolean isBroken(List<LintFinding> findings) {
        return findings.stream().anyMatch(finding -> finding.rule().id().equals("yaml-broken"));
    }

    /** Fixes that write a key that another fix writes as well, or that exists already, although each would be right alone. */
    private static final class LintFixCollisionFinder {

        private static final int DEEPEST = 60;

        private final LintFix.FixApplicationResult applied;
        private final Set<LintFix> late = new HashSet<>();

        private LintFixCollisionFinder(LintFix.FixApplicationResult applied) {
            this.applied = applied;
        }

        /** Returns the fixes that have to wait; none if no fix wrote a duplicate key. */
        static Set<LintFix> collisionsOf(LintFix.FixApplicationResult applied) {
            var collisions = new LintFixCollisionFinder(applied);
            YamlDocuments.read(applied.text()).documents().forEach(document -> collisions.findDuplicates(document, 0));
            return collisions.late;
        }

        private void findDuplicates(ManifestValue value, int depth) {
            if (depth > DEEPEST) {
                return;
            }
            for (var name : new LinkedHashSet<>(value.duplicateKeys().stream().map(ManifestValue::text).toList())) {
                addCollision(value.entries().stream().filter(entry -> entry.name().equals(name))
                        .map(entry -> applied.findWriter(entry.key().beginOffset())).toList());
            }
            value.entries().forEach(entry -> findDuplicates(entry.value(), depth + 1));
            value.items().forEach(item -> findDuplicates(item, depth + 1));
        }

        /** @param writers who wrote each of them; empty for what was there */
        private void addCollision(List<Optional<LintFix>> writers) {
            var fixes = new ArrayList<>(new LinkedHashSet<>(writers.stream().flatMap(Optional::stream).toList()));
            if (!writers.contains(Optional.<LintFix>empty()) && fixes.size() > 1) {
                fixes.removeFirst();
            }
            late.addAll(fixes);
        }
    }
}
