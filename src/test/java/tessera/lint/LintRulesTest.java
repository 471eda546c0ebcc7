package tessera.lint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintRule;
import tessera.lint.finding.LintRule.RuleFixAvailability;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ManifestObjectReference;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.source.YamlDocuments;

import static org.assertj.core.api.Assertions.assertThat;

/** Every rule finds what it is for, leaves alone what is right, and mends what it says it can mend. */
class LintRulesTest {

    private static final Path FOLDER = Path.of("src/test/resources/lint");
    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());
    /** One tainted node with eight GPUs, and one without a taint with a single GPU and an older driver. */
    private static final ManifestTargetCluster CLUSTER = new ManifestTargetCluster(
            new Sample().with(Sample.node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8)
                    .has("cpu", 128_000).has("memory", 1L << 40).taint("nvidia.com/gpu", "present", "NoSchedule")
                    .label("nvidia.com/cuda.runtime-version.major", "12"))
                    .with(Sample.node("l4-01").nvidia("NVIDIA-L4", 1).has("nvidia.com/gpu", 1).has("cpu", 16_000)
                            .has("memory", 1L << 40).label("nvidia.com/cuda.runtime-version.major", "12"))
                    .snapshot(),
            Map.of("kubeflow.org/v1/PyTorchJob", List.of(), "resource.k8s.io/v1beta2/ResourceClaimTemplate",
                    List.of("resource.k8s.io/v1")),
            Optional.of(Set.of()), Optional.of(Set.of("default", "team-vision")),
            Map.of("PriorityClass", Set.of("training"), "RuntimeClass", Set.of("nvidia"), "StorageClass",
                    Set.of("fast-ssd")))
            .withAbsent(Map.of(
                    new ManifestObjectReference("v1", "ServiceAccount", "serviceaccounts", "", "trainer", true),
                    Set.of(), new ManifestObjectReference("v1", "ConfigMap", "configmaps", "", "settings", true),
                    Set.of(), new ManifestObjectReference("apps/v1", "Deployment", "deployments", "", "lm", true),
                    Set.of("llm"), new ManifestObjectReference("v1", "Secret", "secrets", "team-vision", "token", true),
                    Set.of(),
                    new ManifestObjectReference(
                            "v1", "PersistentVolumeClaim", "persistentvolumeclaims", "", "data", true),
                    Set.of("data-1"),
                    new ManifestObjectReference("resource.k8s.io/v1", "ResourceClaimTemplate", "resourceclaimtemplates",
                            "", "channel-0", true),
                    Set.of(), new ManifestObjectReference("kueue.x-k8s.io/v1beta2", "LocalQueue", "localqueues",
                            "team-vision", "gpus", true),
                    Set.of("vision", "night")))
            .withSharingMap("sharing");

    private static final Map<Example, List<LintFinding>> FOUND = new ConcurrentHashMap<>();

    /** A full stop behind a word, with more behind it. */
    private static final Pattern SEVERAL_SENTENCES = Pattern.compile("(?<!\\.)\\. (?=[^\\s(])");

    record Example(LintRule rule, Path file) {

        boolean bad() {
            return file.getFileName().toString().startsWith("bad");
        }

        String text() throws IOException {
            return Files.readString(file);
        }

        Optional<ManifestTargetCluster> around() {
            return rule.needsCluster() ? Optional.of(CLUSTER) : Optional.empty();
        }

        List<LintFinding> findings() throws IOException {
            var text = text();
            return FOUND.computeIfAbsent(this, example -> LINTER.check(text, example.around()));
        }

        @Override
        public String toString() {
            return FOLDER.relativize(file).toString();
        }
    }

    static List<LintRule> rules() {
        return LINTER.rules().rules();
    }

    static List<Example> examples() throws IOException {
        var examples = new ArrayList<Example>();
        for (var rule : rules()) {
            examples.addAll(examples(rule));
        }
        return examples;
    }

    private static List<Example> examples(LintRule rule) throws IOException {
        try (Stream<Path> files = Files.list(FOLDER.resolve(rule.id()))) {
            return files.sorted().map(file -> new Example(rule, file)).toList();
        }
    }

    static Stream<Example> mendable() throws IOException {
        return examples().stream()
                .filter(example -> example.bad() && example.rule().fixKind() != RuleFixAvailability.NONE);
    }

    @ParameterizedTest
    @MethodSource("rules")
    void everyRuleHasSomethingBadAndSomethingGood(LintRule rule) throws IOException {
        assertThat(examples(rule)).extracting(Example::bad).contains(true, false);
        assertThat(rule.explanation()).endsWith(".");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void whatIsBadIsFoundAndWhatIsGoodIsLeftAlone(Example example) throws IOException {
        var found = example.findings();

        if (example.bad()) {
            assertThat(found).as(example.text()).extracting(finding -> finding.rule().id())
                    .contains(example.rule().id());
        } else {
            assertThat(found).as(example.text())
                    .filteredOn(
                            finding -> finding.severity() != LintSeverity.HINT || finding.rule().equals(example.rule()))
                    .isEmpty();
        }
    }

    @Test
    void whatNoServerKnowsAnyMoreIsNotToldAsSomethingToInstall() {
        var found = LINTER.check("""
                apiVersion: policy/v1beta1
                kind: PodDisruptionBudget
                metadata:
                  name: serving
                spec:
                  minAvailable: 1
                """, Optional.of(new ManifestTargetCluster(CLUSTER.snapshot(),
                Map.of("policy/v1beta1/PodDisruptionBudget", List.of()), Optional.of(Set.of()), Optional.empty())));

        assertThat(found).extracting(finding -> finding.rule().id()).contains("api-removed")
                .doesNotContain("cluster-kind-unknown");
    }

    @Test
    void whatMachinesHaveAndDoNotOfferForNowRefusesNothing() {
        var down = new ManifestTargetCluster(new Sample()
                .with(Sample.node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8, 0)).snapshot(),
                Map.of(), Optional.of(Set.of()), Optional.empty());
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    image: registry.example/a:1
                    resources: {limits: {nvidia.com/gpu: %d}}
                """;

        assertThat(LINTER.check(pod.formatted(8), Optional.of(down)))
                .filteredOn(finding -> finding.rule().id().equals("cluster-resource-absent")).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.severity()).isEqualTo(LintSeverity.WARNING);
                    assertThat(finding.reasonText())
                            .isEqualTo("Some nodes have nvidia.com/gpu, but none of them advertises it at the moment");
                });
        assertThat(LINTER.check(pod.formatted(9), Optional.of(down)))
                .anyMatch(finding -> finding.severity() == LintSeverity.ERROR);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void aReasonOfOneSentenceHasNoFullStopAndOneOfSeveralHas(Example example) throws IOException {
        long lines = example.text().lines().count();
        for (var finding : example.findings()) {
            assertThat(finding.reasonText()).doesNotContain("  ").isNotBlank();
            assertThat(finding.reasonText().matches("(?s).*[.?]")).as(finding.reasonText())
                    .isEqualTo(SEVERAL_SENTENCES.matcher(finding.reasonText()).find());
            assertThat(finding.line()).isBetween(1, (int) lines + 1);
            assertThat(finding.column()).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aRuleComesWithWhatItSaysAndAnyOtherSaysWhatToDoInstead(LintRule rule) throws IOException {
        var fixes = new ArrayList<LintFix>();
        var ways = new ArrayList<LintFix>();
        for (var example : examples(rule)) {
            if (example.bad()) {
                for (var finding : example.findings()) {
                    if (finding.rule().equals(rule)) {
                        finding.fix().ifPresent(fixes::add);
                        ways.addAll(finding.alternatives());
                        assertThat(finding.fix().isPresent() || !finding.alternatives().isEmpty()
                                || finding.insteadText().endsWith(".")).as(example + ": " + finding.reasonText())
                                .isTrue();
                    }
                }
            }
        }
        assertThat(rule.fixKind()).as(rule.id()).isEqualTo(RuleFixAvailability.of(!fixes.isEmpty(), !ways.isEmpty()));
    }

    @ParameterizedTest
    @MethodSource("mendable")
    void aFixMendsWhatItIsForAndNothingElseBreaks(Example example) throws IOException {
        var text = example.text();
        for (var finding : example.findings()) {
            for (var fix : finding.rule().equals(example.rule()) ? fixes(finding) : List.<LintFix>of()) {
                var mended = LintFix.apply(text, List.of(fix)).text();

                assertThat(YamlDocuments.read(mended).syntaxProblem()).as(mended).isEmpty();
                assertThat(fix.description()).as("an offer, in the imperative").doesNotEndWith(".")
                        .doesNotContainPattern("^\\w*s\\b").isNotBlank();
                assertThat(mended.lines().map(String::strip).toList()).as(fix.description())
                        .containsAll(untouched(text, fix));
                var left = LINTER.check(mended, example.around());
                assertThat(left.stream().filter(other -> other.rule().equals(finding.rule())).count()).as(mended)
                        .isLessThan(example.findings().stream().filter(other -> other.rule().equals(finding.rule()))
                                .count());
                assertThat(left.stream().filter(other -> other.severity() == LintSeverity.ERROR).count()).as(mended)
                        .isLessThanOrEqualTo(example.findings().stream()
                                .filter(other -> other.severity() == LintSeverity.ERROR).count());
            }
        }
    }

    private static List<LintFix> fixes(LintFinding finding) {
        return Stream.concat(finding.fix().stream(), finding.alternatives().stream()).toList();
    }

    /** The lines of a text, indentation aside, in which a fix changes nothing. */
    private static List<String> untouched(String text, LintFix fix) {
        var lines = new ArrayList<String>();
        int from = 0;
        for (var line : text.split("\n", -1)) {
            int begin = from;
            int end = from + line.length();
            if (!line.isBlank() && fix.edits().stream().noneMatch(edit -> edit.from() <= end && edit.to() > begin)) {
                lines.add(line.strip());
            }
            from = end + 1;
        }
        return lines;
    }

    @ParameterizedTest
    @MethodSource("mendable")
    void everyWayCanBeChosenAndLeavesFilesWithCommentsAsTheyWere(Example example) throws IOException {
        var text = example.text().replaceAll("(?m)^(\\s*)((?:apiVersion|kind|name|- name): .*)$", "$1$2 # $2");
        for (var finding : LINTER.check(text, example.around())) {
            if (finding.rule().equals(example.rule())) {
                for (int way = 1; way <= finding.alternatives().size(); way++) {
                    var fixResult = LINTER.applyFixes(text, example.around(), Map.of(finding.rule().id(), way));

                    assertThat(fixResult.applied()).as(finding.reasonText()).extracting(done -> done.finding().rule())
                            .contains(finding.rule());
                    assertThat(YamlDocuments.read(fixResult.text()).syntaxProblem()).as(fixResult.text()).isEmpty();
                    assertThat(fixResult.text()).as("a term without expressions selects no node")
                            .doesNotContainPattern("matchExpressions:\\s*\n\\s*(- match|[a-z])");
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("mendable")
    void mendingLeavesNothingThatCouldStillBeMended(Example example) throws IOException {
        var fixResult = LINTER.applyFixes(example.text(), example.around());

        assertThat(fixResult.remaining()).as(fixResult.text()).filteredOn(finding -> finding.fix().isPresent())
                .isEmpty();
        assertThat(LINTER.applyFixes(fixResult.text(), example.around()).text()).isEqualTo(fixResult.text());
    }

    @Test
    void aLongTextThatOnlyBeginsLikeASumIsReadLikeAnyOther() {
        var map = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  a: %s\n";
        var sum = "'sum(DCGM_FI_DEV_POWER_USAGE{%s'";

        assertThat(LINTER.check(map.formatted(sum.formatted("l".repeat(100_000))), Optional.empty())).isEmpty();
        assertThat(LINTER.check(map.formatted(sum.formatted("l=\\\"v\\\",".repeat(100) + "} * 2)")), Optional.empty()))
                .isEmpty();
    }

    @Test
    void theFolderOfExamplesHasNoOtherRules() throws IOException {
        try (Stream<Path> folders = Files.list(FOLDER)) {
            assertThat(folders.map(folder -> folder.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(rules().stream().map(LintRule::id).toList());
        }
    }

    @Test
    void theDocumentationListsTheRulesAsTheyAre() throws IOException {
        var table = new StringBuilder();
        for (var rule : rules()) {
            table.append("| `%s` | %s | %s%s | %s | %s |\n".formatted(rule.id(), rule.severity().severityName(),
                    rule.title(), rule.needsCluster() ? " (with a cluster)" : "", rule.explanation(),
                    rule.fixKind().kindLabel()));
        }
        var instead = new StringBuilder();
        rules().stream().filter(rule -> !rule.instead().isEmpty())
                .forEach(rule -> instead.append("| `%s` | %s |\n".formatted(rule.id(), rule.instead())));
        assertThat(Files.readString(Path.of("docs/reference/lint-rules.md"))).contains(table).contains(instead);
    }
}
