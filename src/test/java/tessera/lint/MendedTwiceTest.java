package tessera.lint;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.Sample;
import tessera.lint.finding.LintFinding;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.source.YamlDocuments;

import static org.assertj.core.api.Assertions.assertThat;

/** Who mends manifests once has nothing left to mend, however many mistakes there are in them beside one another. */
class MendedTwiceTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());
    private static final int TOGETHER = 4;
    private static final int TEXTS = 120;
    private static final int DISTURBED = 400;
    private static final List<Object> ODD = List.of("", "Some Text", -3, 99_999_999, true, List.of(), Map.of(),
            List.of("a"), Map.of("a", "b"));

    private static Optional<ManifestTargetCluster> tainted(String value) {
        return Optional.of(new ManifestTargetCluster(new Sample()
                .with(Sample.node("h100-01").nvidia("NVIDIA-H100-80GB-HBM3", 8).has("nvidia.com/gpu", 8)
                        .has("cpu", 128_000).has("memory", 1L << 40).taint("nvidia.com/gpu", value, "NoSchedule"))
                .snapshot(), Map.of(), Optional.of(Set.of()), Optional.empty()));
    }

    private static List<String> bad() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources/lint"))) {
            var texts = new ArrayList<String>();
            for (var file : files.filter(path -> path.getFileName().toString().matches("bad.*\\.yaml")).sorted()
                    .toList()) {
                texts.add(Files.readString(file));
            }
            return texts;
        }
    }

    /** Several texts that are wrong as documents of one. */
    static Stream<String> texts() throws IOException {
        var bad = bad().stream().filter(text -> YamlDocuments.read(text).syntaxProblem().isEmpty()).toList();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(7);
        return IntStream.range(0, TEXTS).mapToObj(_ -> random.ints(TOGETHER, 0, bad.size())
                .mapToObj(at -> bad.get(at).strip() + "\n").collect(Collectors.joining("---\n")));
    }

    @ParameterizedTest
    @MethodSource("texts")
    void nothingChangesTheSecondTime(String text) {
        for (var around : List.of(Optional.<ManifestTargetCluster>empty(), tainted("present"))) {
            var once = LINTER.applyFixes(text, around);
            var twice = LINTER.applyFixes(once.text(), around);

            assertThat(twice.text()).isEqualTo(once.text());
            assertThat(twice.applied()).isEmpty();
            assertThat(once.remaining()).filteredOn(finding -> finding.fix().isPresent()).as(once.text()).isEmpty();
        }
    }

    /** Examples of mistakes with something in one place that does not belong there. */
    static Stream<String> disturbed() throws IOException {
        var bad = bad().stream().filter(text -> YamlDocuments.read(text).syntaxProblem().isEmpty()).toList();
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(11);
        return IntStream.range(0, DISTURBED).mapToObj(_ -> {
            var documents = new ArrayList<Object>();
            new Yaml().loadAll(bad.get(random.nextInt(bad.size()))).forEach(documents::add);
            disturb(documents, random);
            return new Yaml().dumpAll(documents.iterator());
        });
    }

    @SuppressWarnings("unchecked")
    private static void disturb(@Nullable Object tree, RandomGenerator random) {
        if (tree instanceof List<?> list && !list.isEmpty()) {
            int at = random.nextInt(list.size());
            if (!leaf(list.get(at)) && random.nextInt(5) > 0) {
                disturb(list.get(at), random);
            } else {
                ((List<Object>) list).set(at, ODD.get(random.nextInt(ODD.size())));
            }
        } else if (tree instanceof Map<?, ?> map && !map.isEmpty()) {
            var key = new ArrayList<Object>(map.keySet()).get(random.nextInt(map.size()));
            if (!leaf(map.get(key)) && random.nextInt(5) > 0) {
                disturb(map.get(key), random);
            } else {
                ((Map<Object, Object>) map).put(key, ODD.get(random.nextInt(ODD.size())));
            }
        }
    }

    private static boolean leaf(@Nullable Object tree) {
        return !(tree instanceof List<?> list && !list.isEmpty()) && !(tree instanceof Map<?, ?> map && !map.isEmpty());
    }

    @ParameterizedTest
    @MethodSource("disturbed")
    void whatStandsWhereItDoesNotBelongIsMendedOnceOrNotAtAll(String text) {
        var once = LINTER.applyFixes(text, Optional.empty());

        assertThat(YamlDocuments.read(once.text()).syntaxProblem()).as(once.text()).isEmpty();
        assertThat(LINTER.applyFixes(once.text(), Optional.empty()).text()).isEqualTo(once.text());
        assertThat(once.remaining()).filteredOn(finding -> finding.fix().isPresent()).as(once.text()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"present", "true", ""})
    void aTaintOfGpusIsToleratedInOnePassWhateverItsValue(String value) {
        var fixResult = LINTER.applyFixes("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    image: registry.example/a:1
                    resources: {limits: {nvidia.com/gpu: 1, cpu: 8, memory: 16Gi}}
                """, tainted(value));

        assertThat(fixResult.applied()).extracting(done -> done.finding().rule().id())
                .containsOnlyOnce("cluster-taint-not-tolerated").doesNotContain("toleration-narrow");
        assertThat(fixResult.text()).contains("operator: Exists").doesNotContain("value:");
    }

    @Test
    void whatIsNoListIsMadeOneAsItIsWritten() {
        var text = """
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                    name: a   # the only one
                    image: registry.example/a:1
                    command: python train.py --epochs 3
                    args: echo "$HOME"
                    env:
                      A: b
                      C: "x: y"
                    ports: {containerPort: 80}
                """;

        assertThat(LINTER.applyFixes(text, Optional.empty()).text()).contains("""
                  containers:
                  - name: a   # the only one
                    image: registry.example/a:1
                    command: ["python", "train.py", "--epochs", "3"]
                    args: echo "$HOME"
                    env:
                    - name: A
                      value: b
                    - name: C
                      value: "x: y"
                    ports: [{containerPort: 80}]
                """);
        assertThat(LINTER.applyFixes(text, Optional.empty()).remaining()).extracting(LintFinding::reasonText)
                .contains("args must be a list");
    }
}
