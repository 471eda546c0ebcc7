package tessera.lint;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.gpu.AcceleratorCatalog;
import tessera.lint.ManifestLinter.ManifestFixResult;
import tessera.lint.finding.LintFinding;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;

import static org.assertj.core.api.Assertions.assertThat;

/** Who hands over a manifest is told where it is wrong, and gets it back mended and otherwise as it was. */
class ManifestLinterTest {

    private static final ManifestLinter LINTER = new ManifestLinter(AcceleratorCatalog.standard());

    private static List<LintFinding> check(String text) {
        return LINTER.check(text, Optional.empty());
    }

    private static ManifestFixResult mend(String text) {
        return LINTER.applyFixes(text, Optional.empty());
    }

    @Test
    void aFindingNamesItsLineAndColumnInWhicheverDocumentItStands() {
        var found = check("""
                # a comment
                apiVersion: v1
                kind: Namespace
                metadata:
                  name: ml
                ---
                apiVersion: v1
                kind: ResourceQuota
                metadata:
                  name: gpus
                spec:
                  hard:
                    limits.nvidia.com/gpu: 4
                """);

        assertThat(found).singleElement().satisfies(finding -> {
            assertThat(finding.rule().id()).isEqualTo("quota-limits-nothing");
            assertThat(finding.line()).isEqualTo(13);
            assertThat(finding.column()).isEqualTo(5);
            assertThat(finding.object()).isEqualTo("ResourceQuota/gpus");
        });
    }

    @Test
    void aQueryWithoutEndIsDoubtedInsteadOfRecursedInto() {
        var rule = """
                apiVersion: monitoring.coreos.com/v1
                kind: PrometheusRule
                metadata: {name: gpus}
                spec: {groups: [{name: gpus, rules: [{alert: Deep, expr: "%s"}]}]}
                """;
        int maximum = 20_000;

        assertThat(check(rule.formatted("up" + " + up".repeat(maximum)))).extracting(LintFinding::reasonText)
                .containsExactly("“Deep”: the query has too many operators for Tessera to check");
        for (var nested : List.of("(".repeat(maximum) + "up" + ")".repeat(maximum), "-".repeat(maximum) + "up",
                "abs(".repeat(maximum) + "up" + ")".repeat(maximum), "2^".repeat(maximum) + "2")) {
            assertThat(check(rule.formatted(nested))).extracting(LintFinding::reasonText).singleElement().asString()
                    .contains("the query is nested too deeply for Tessera to check");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            rayStartParams: {num-gpus: '2'} | devices-miscounted | num-gpus is 2, but the container requests 1 nvidia.com/gpu
            replicas: 5, minReplicas: 1, maxReplicas: 4 | scaling-bounds | replicas is 5, but KubeRay uses maxReplicas (4) instead
            replicas: 1, minReplicas: 2, maxReplicas: 4 | scaling-bounds | replicas is 1, but KubeRay uses minReplicas (2) instead
            replicas: 1, minReplicas: 2, maxReplicas: 4, suspend: true | |
            replicas: 4, minReplicas: 1, maxReplicas: 4, rayStartParams: {num-gpus: '1'} | |
            rayStartParams: {num-gpus: '0'} | |
            """)
    void aGroupOfRayIsToldOfTheGpusThatItHasAndHasAsManyReplicasAsItMay(String said, String rule, String reason) {
        var found = check(
                """
                        apiVersion: ray.io/v1
                        kind: RayCluster
                        metadata: {name: a}
                        spec:
                          workerGroupSpecs:
                          - {groupName: g, template: {spec: {containers: [{name: ray, resources: {limits: {nvidia.com/gpu: 1}}}]}},
                             %s}
                        """
                        .formatted(said))
                .stream().filter(one -> Set.of("devices-miscounted", "scaling-bounds").contains(one.rule().id()))
                .toList();
        assertThat(found).extracting(one -> one.rule().id() + ": " + one.reasonText())
                .isEqualTo(rule == null ? List.of() : List.of(rule + ": " + reason));
    }

    @Test
    void whatThereIsOneOfIsNotWrittenTwice() {
        assertThat(check("""
                apiVersion: kubeflow.org/v2beta1
                kind: MPIJob
                metadata: {name: a}
                spec: {mpiReplicaSpecs: {Launcher: {replicas: 2}}}
                """)).extracting(LintFinding::reasonText).contains("An MPIJob has one launcher, not 2");
        var knative = """
                apiVersion: serving.knative.dev/v1
                kind: Service
                metadata: {name: a}
                spec: {template: {spec: {containers: [{name: a, image: "a:1", ports: [{containerPort: 80}%s]}]}}}
                """;
        var reason = "A Knative Service can have only one port, in one container";
        assertThat(check(knative.formatted(", {containerPort: 81}"))).extracting(LintFinding::reasonText)
                .contains(reason);
        assertThat(check(knative.formatted(""))).extracting(LintFinding::reasonText).doesNotContain(reason);
    }

    @Test
    void aValueThatIsTheBeginningOfOneIsMended() {
        assertThat(mend("""
                apiVersion: batch/v1
                kind: Job
                metadata: {name: a}
                spec: {template: {spec: {restartPolicy: OnFail, containers: [{name: a, image: "a:1"}]}}}
                """).text()).contains("restartPolicy: OnFailure");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            device.driver = 'a'               | token recognition error at: '= '
            device.driver == 'a               | token recognition error at: ''a'
            (device.driver == 'a'             | missing ')' at '<EOF>'
            device.driver == 'a' and true     | mismatched input 'and'
            device.driver ==                  | mismatched input '<EOF>'
            device.                           | no viable alternative at input '.'
            device.'driver' == 'a'            | no viable alternative at input '.'driver''
            device.driver = 'http://a'        | token recognition error at: '= '
            """)
    void anExpressionThatIsNoneIsFoundWithWhy(String expression, String reason) {
        assertThat(check(claim(expression)))
                .filteredOn(lintFinding -> lintFinding.rule().id().equals("selector-unreadable")).singleElement()
                .satisfies(lintFinding -> {
                    assertThat(lintFinding.line()).isEqualTo(6);
                    assertThat(lintFinding.reasonText()).endsWith("is not valid CEL: " + reason);
                });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            devize.driver == 'a'                                      | undeclared reference to 'devize'
            device.driver == a                                        | undeclared reference to 'a'
            device.atributes['a'].b == 1                              | undefined field 'atributes' of device
            has(device.name) && true                                  | undefined field 'name' of device
            [1, 2].all(n, m > 0)                                      | undeclared reference to 'm'
            device.driver.starsWith('gpu')                            | undeclared reference to 'starsWith' (did you mean startsWith?)
            frobnicate(device.driver) == 'a'                          | undeclared reference to 'frobnicate'
            device.capacity['a'].memory >= quantity('40Gi') | “>=” cannot compare results of quantity(); write a.compareTo(b) >= 0
            device.driver == 1                                        | found no matching overload for '_==_' applied to '(string, int)'
            device.attributes['a'].b + 1                              | must evaluate to bool or the unknown type, not int
            """)
    void anExpressionThatAsksForWhatNoDeviceHasIsFoundWithWhy(String expression, String reason) {
        assertThat(check(claim(expression)))
                .filteredOn(lintFinding -> lintFinding.rule().id().equals("selector-unreadable")).singleElement()
                .satisfies(lintFinding -> {
                    assertThat(lintFinding.line()).isEqualTo(6);
                    assertThat(lintFinding.reasonText()).endsWith("does not compile: " + reason);
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"device.driver == 'a' ? true : false", "{'a': 1}['a'] == 1", "1e3 > .5 && 0x1F > 2",
        "has(device.attributes['a'].b)", "device.attributes[?'a'].?b.orValue(1) == 1",
        "device.driver.matches(r'^a\\d')",
        "device.attributes['gpu.nvidia.com'].driverVersion.compareTo(semver('580.0.0')) >= 0", "[1, 2].all(n, n > 0)",
        "[1, 2].map(n, n > 0, n * 2).size() == 1", "cel.bind(a, device.driver, a == 'b')", "type(1) == int",
        "device.allowMultipleAllocations", "[1].exists(device, device > 0)", "math.greatest(1, 2) == 2",
        "device.driver.lowerAscii().split('.').exists(part, part.startsWith('nvidia'))"})
    void anExpressionIsLeftAloneThoughNotAllOfTheLanguageIsReadHere(String expression) {
        assertThat(check(claim(expression)))
                .filteredOn(lintFinding -> lintFinding.rule().id().equals("selector-unreadable")).isEmpty();
    }

    private static String claim(String expression) {
        return """
                apiVersion: resource.k8s.io/v1
                kind: ResourceClaim
                metadata: {name: a}
                spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu.nvidia.com, selectors: [
                  {cel: {expression:
                    "EXPRESSION"}}]}}]}}
                """.replace("EXPRESSION", expression.replace("\\", "\\\\").replace("\"", "\\\""));
    }

    @Test
    void twoNamesOfOneResourceAreNotMadeOneKeyTwice() {
        var fixResult = mend("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    image: registry.example/a:1
                    resources: {limits: {nvidia.com/gpus: "1", nvidia/gpu: 1, cpu: 1, memory: 1Gi}}
                """);

        assertThat(fixResult.text()).contains("limits: {nvidia.com/gpu: \"1\", cpu: 1,");
        assertThat(fixResult.remaining()).extracting(finding -> finding.rule().id())
                .doesNotContain("resource-name-wrong", "key-twice");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"limits: {nvidia.com/gpu: 1, nvidia.com/gpus: 1} | Remove nvidia.com/gpus |",
        "requests: {nvidia.com/gpus: 1}, limits: {nvidia.com/gpu: 1} | Rename to nvidia.com/gpu |",
        "limits: {nvidia.com/gpu: 1, nvidia.com/gpus: 8} | " + "| Remove nvidia.com/gpus. Request nvidia.com/gpu: 8"})
    void aNameBesideTheRightOneIsMendedOrLeftToPeople(String resources, @Nullable String fix, @Nullable String ways) {
        var lintFinding = check("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    image: registry.example/a:1
                    resources: {%s}
                """.formatted(resources)).stream().filter(finding -> finding.rule().id().equals("resource-name-wrong"))
                .findFirst().orElseThrow();

        assertThat(lintFinding.fix().map(LintFix::description).orElse(null)).isEqualTo(fix);
        assertThat(lintFinding.alternatives().stream().map(LintFix::description).collect(Collectors.joining(". ")))
                .isEqualTo(ways == null ? "" : ways);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"requests: {nvidia.com/gpu: 1e3}, limits: {nvidia.com/gpu: 2000m} | Request 2",
        "requests: {nvidia.com/gpu: 4000m} | Set the limit to 4"})
    void amountsThatAreOfferedAreWrittenOut(String resources, String fix) {
        var text = """
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    image: registry.example/a:1
                    resources: {%s}
                """.formatted(resources);
        assertThat(check(text).stream().flatMap(finding -> finding.fix().stream()).map(LintFix::description))
                .contains(fix);
        assertThat(mend(text).text()).containsPattern("nvidia.com/gpu\"?: ?" + fix.replaceAll(".* ", "") + "[,}]");
    }

    private static String pods(int bytes) {
        var text = new StringBuilder("apiVersion: v1\nkind: List\nitems:\n");
        for (int number = 0; text.length() < bytes; number++) {
            text.append("""
                    - apiVersion: v1
                      kind: Pod
                      metadata: {name: a%d, annotations: {note: "𝄞"}}
                      spec:
                        containers:
                        - name: a
                          image: registry.example/a:1
                          resources: {limits: {nvidia.com/gpus: "1", nvidia/gpu: 1, cpu: 1, memory: 1Gi}}
                    """.formatted(number));
        }
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "vllm serve a --tensor-parallel-size=4 | 2 | The process fails at startup.",
        "vllm serve a -tp 2 --pipeline-parallel-size 2 | 8 | The other GPUs stay idle.",
        "python -m sglang.launch_server --tp 4 | 4 | ``",
        "torchrun --nproc_per_node=8 train.py | 4 | The process fails at startup.",
        "torchrun --nnodes=2 --nproc-per-node=4 train.py | 4 | ``",
        "vllm serve a --tensor-parallel-size 16 --nnodes 2 | 8 | ``", "mytool --tp 4 | 2 | ``"})
    void aProgramIsToldOfAsManyDevicesAsItsContainerHas(String command, int devices, String outcome) {
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    image: registry.example/a:1
                    command: [sh, -c, "%s"]
                    resources: {limits: {nvidia.com/gpu: %d, cpu: 1, memory: 16Gi}}
                """.formatted(command, devices);
        assertThat(check(pod).stream().filter(finding -> finding.rule().id().equals("devices-miscounted"))
                .map(LintFinding::reasonText).collect(Collectors.joining())).endsWith(outcome)
                .matches(text -> text.isEmpty() == outcome.isEmpty());
    }

    @Test
    void whatAPyTorchJobTellsAllItsLaunchersIsTheNumberOfDevicesOfEach() {
        var job = """
                apiVersion: kubeflow.org/v1
                kind: PyTorchJob
                metadata: {name: ddp}
                spec:
                  nprocPerNode: "4"
                  pytorchReplicaSpecs:
                    Master:
                      template:
                        spec:
                          containers:
                          - name: pytorch
                            image: registry.example/a:1
                            command: [torchrun, %s]
                            resources: {limits: {nvidia.com/gpu: 8, cpu: 1, memory: 16Gi}}
                """;
        var finding = miscounted(job.formatted("train.py"));
        assertThat(finding).map(LintFinding::reasonText).contains(
                "“pytorch” sets nprocPerNode for 4 GPUs, but requests 8 nvidia.com/gpu. The other GPUs stay idle.");
        assertThat(finding.orElseThrow().alternatives()).map(LintFix::description)
                .containsExactly("Set the number of GPUs to 8", "Request 4");
        assertThat(miscounted(job.formatted("--nproc-per-node=gpu, train.py"))).as("told by the command").isEmpty();
    }

    @Test
    void aServerOfAGroupOverSeveralNodesIsToldOfTheDevicesOfAllOfThem() {
        assertThat(miscounted("""
                apiVersion: leaderworkerset.x-k8s.io/v1
                kind: LeaderWorkerSet
                metadata: {name: a}
                spec:
                  leaderWorkerTemplate:
                    size: 2
                    workerTemplate:
                      spec:
                        containers:
                        - name: vllm
                          image: vllm/vllm-openai:v0.11.0
                          command: [sh, -c, "serve --tensor-parallel-size 8 --pipeline_parallel_size 2"]
                          resources: {limits: {nvidia.com/gpu: 8, cpu: 1, memory: 16Gi}}
                """)).isEmpty();
    }

    private static Optional<LintFinding> miscounted(String manifest) {
        return check(manifest).stream().filter(finding -> finding.rule().id().equals("devices-miscounted")).findFirst();
    }

    @Test
    void aLauncherWithoutDevicesNeedsNoMemoryToShareAndItsWorkersDo() {
        var job = """
                apiVersion: kubeflow.org/v2beta1
                kind: MPIJob
                metadata: {name: a}
                spec:
                  mpiReplicaSpecs:
                    %s:
                      template:
                        spec:
                          containers:
                          - name: a
                            image: registry.example/a:1
                            command: [mpirun, python, train.py]
                            resources: {limits: {%s}}
                """;
        assertThat(check(job.formatted("Launcher", "cpu: 1, memory: 1Gi")))
                .noneMatch(ManifestLinterTest::ofSharedMemory);
        assertThat(check(job.formatted("Worker", "cpu: 1, memory: 1Gi, nvidia.com/gpu: 1")))
                .anyMatch(ManifestLinterTest::ofSharedMemory);
    }

    @Test
    void whatTrainsWithoutTorchNeedsSharedMemoryToo() {
        var pod = """
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    image: %s
                    command: [%s]
                    resources: {limits: {%s}}
                """;
        var two = "cpu: 8, memory: 64Gi, nvidia.com/gpu: 2";
        var one = "cpu: 8, memory: 64Gi, nvidia.com/gpu: 1";
        assertThat(check(pod.formatted("tensorflow/tensorflow:2.15.0-gpu", "python, train.py", two)))
                .anyMatch(ManifestLinterTest::ofSharedMemory);
        assertThat(check(pod.formatted("nvcr.io/nvidia/tensorflow:25.01-tf2-py3", "python, train.py", two)))
                .anyMatch(ManifestLinterTest::ofSharedMemory);
        assertThat(check(pod.formatted("horovod/horovod:0.28.1", "python, train.py", two)))
                .anyMatch(ManifestLinterTest::ofSharedMemory);
        assertThat(check(pod.formatted("registry.example/a:1", "python, fit.py, --num_workers, \"8\"", one)))
                .as("loaders of a single GPU hand on what they read").anyMatch(ManifestLinterTest::ofSharedMemory);
        assertThat(check(pod.formatted("registry.example/a:1", "python, fit.py, --num-workers=1", one)))
                .noneMatch(ManifestLinterTest::ofSharedMemory);
        assertThat(check(pod.formatted("tensorflow/tensorflow:2.15.0-gpu", "python, train.py", one)))
                .as("tf.data loads in threads").noneMatch(ManifestLinterTest::ofSharedMemory);
        assertThat(check(pod.formatted("tensorflow/serving:2.15.0-gpu", "tensorflow_model_server", two)))
                .noneMatch(ManifestLinterTest::ofSharedMemory);
    }

    @Test
    void amountsOfTheMemoryOfAGpuAreNoGpus() {
        var finding = check("""
                apiVersion: v1
                kind: Pod
                metadata: {name: part}
                spec:
                  containers:
                  - name: main
                    image: registry.example/burn:1
                    resources: {limits: {nvidia.com/gpu: 1, nvidia.com/gpucores: 30, nvidia.com/gpumem: 1024}}
                """).stream().filter(each -> each.rule().id().equals("processor-or-memory-missing")).findFirst();

        assertThat(finding.orElseThrow().alternatives()).map(LintFix::description)
                .containsExactly("Request 8 cpu and 16Gi memory");
    }

    @Test
    void aDeploymentWithoutSelectorAndLabelsIsGivenBoth() {
        for (var metadata : List.of("", "\n    metadata: {annotations: {a: b}}",
                "\n    metadata:\n      annotations: {a: b}")) {
            var mended = mend("""
                    apiVersion: apps/v1
                    kind: Deployment
                    metadata: {name: llm}
                    spec:
                      template:%s
                        spec: # of its pods
                          containers:
                          - name: a
                            image: registry.example/a:1
                    """.formatted(metadata)).text();
            assertThat(mended).contains("# of its pods");
            assertThat(check(mended)).as(mended).noneMatch(finding -> finding.severity() == LintSeverity.ERROR);
        }
    }

    private static boolean ofSharedMemory(LintFinding finding) {
        return finding.rule().id().equals("shm-missing");
    }

    @Test
    void aLimitThatCannotBeHadIsMadeTheRequestThatCan() {
        var fixResult = mend("""
                apiVersion: v1
                kind: Pod
                metadata: {name: a}
                spec:
                  containers:
                  - name: a
                    image: registry.example/a:1
                    resources: {requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 0.5, cpu: 1, memory: 1Gi}}
                """);

        assertThat(fixResult.text()).contains("requests: {nvidia.com/gpu: 1}, limits: {nvidia.com/gpu: 1,");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"ports: [{protocol: UDP, port: 1, endPort: 100}] | false",
        "ports: [{protocol: UDP}] | false", "ports: [{protocol: UDP, port: dns}] | false", "to: [] | false",
        "to: [{ipBlock: {cidr: 10.0.0.0/8}}] | false", "to: [{podSelector: {}}] | true",
        "ports: [{protocol: TCP, port: 443}] | true", "ports: [{protocol: TCP, port: 54, endPort: 60}] | true"})
    void whetherNamesCanBeResolvedIsToldByAllThatIsLetOutInTheNamespace(String further, boolean missed) {
        var policy = """
                apiVersion: networking.k8s.io/v1
                kind: NetworkPolicy
                metadata: {name: %s, namespace: ml}
                spec:
                  podSelector: {}
                  policyTypes: [Egress]
                  egress:
                  - %s
                """;
        var both = policy.formatted("a", "ports: [{protocol: TCP, port: 443}]") + "---\n"
                + policy.formatted("b", further);
        assertThat(check(both).stream().anyMatch(finding -> finding.rule().id().equals("egress-without-names")))
                .isEqualTo(missed);
    }

    @Test
    void largeFilesAreCheckedAndMended() {
        var large = pods(1 << 19);
        long count = large.lines().filter(line -> line.startsWith("- ")).count();
        assertThat(check(large)).filteredOn(finding -> finding.rule().id().equals("resource-name-wrong"))
                .hasSize((int) (2 * count));

        var fixResult = mend(pods(1 << 17));
        assertThat(fixResult.remaining()).extracting(finding -> finding.rule().id())
                .doesNotContain("resource-name-wrong", "key-twice", "toleration-missing");
    }

    @Test
    void aliasesThatStandForBillionsOfValuesAreNotFollowed() {
        var bomb = new StringBuilder("a: &a [x, x, x, x, x, x, x, x, x]\n");
        for (char each = 'b'; each < 'k'; each++) {
            bomb.append("%c: &%c [%s]\n".formatted(each, each, ("*" + (char) (each - 1) + ", ").repeat(9)));
        }
        for (var text : List.of(bomb.toString(), "a: &a\n  b: *a\n")) {
            assertThat(check(text)).singleElement().satisfies(finding -> assertThat(finding.reasonText())
                    .endsWith("the YAML aliases expand to too many values or to themselves"));
        }
        assertThat(check("a: &a {b: c}\nd: [*a, *a]\n")).extracting(finding -> finding.rule().id())
                .containsExactly("values-unrendered");
    }

    @Test
    void tabsOfTextsStayWhereThoseThatAreNoYamlBecomeBlanks() {
        var text = """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                \tname: recipes
                data:
                  Makefile: |
                    all:
                    \tnvcc a.cu
                """;
        assertThat(mend(text).text()).isEqualTo(text.replace("\tname", "  name"));
    }

    @ParameterizedTest
    @CsvSource({"1.5,true", "2.0,false", "1e1,false", "2,false"})
    void aNumberOfReplicasIsWhole(String number, boolean refused) {
        var text = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {replicas: " + number + "}\n";
        assertThat(check(text).stream().anyMatch(finding -> finding.rule().id().equals("value-refused")))
                .isEqualTo(refused);
    }

    @Test
    void mendingKeepsCommentsQuotesAndLineEnds() {
        var text = """
                apiVersion: v1
                kind: ResourceQuota   # who may take what
                metadata: {name: 'gpus'}
                spec:
                  hard:
                    "limits.nvidia.com/gpu": 4 # four

                # the end, with an ä and a 😀
                """.replace("\n", "\r\n");

        assertThat(mend(text).text()).isEqualTo(text.replace("limits.nvidia", "requests.nvidia"));
    }

    @Test
    void whatAChartLeavesToBeFilledInIsNotTakenForAMap() {
        assertThat(check("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: {{ .Release.Name }}
                spec:
                  containers:
                  - name: main
                    resources: {limits: {nvidia.com/gpu: {{ .Values.gpus }}}}
                """)).singleElement().satisfies(finding -> {
            assertThat(finding.rule().id()).isEqualTo("template-unrendered");
            assertThat(finding.line()).isEqualTo(4);
            assertThat(finding.reasonText()).contains("is a placeholder");
        });
    }

    @Test
    void whatNeedsADeviceIsNotAddedToALauncherThatLosesItsOwn() {
        var launcher = """
                apiVersion: kubeflow.org/v2beta1
                kind: MPIJob
                metadata:
                  name: nccl
                spec:
                  mpiReplicaSpecs:
                    Launcher:
                      template:
                        spec:
                          containers:
                          - name: launcher
                            image: registry.example/nccl:1.0
                            command: [mpirun, -np, "16", all_reduce_perf]
                            resources:
                              limits:
                                cpu: 2
                                memory: 4Gi
                """;

        assertThat(mend(launcher + "                nvidia.com/gpu: 1\n").text()).isEqualTo(mend(launcher).text())
                .doesNotContain("nvidia.com/gpu", "/dev/shm");
    }

    @Test
    void whatIsInsertedAtOnePlaceStandsInTheRightBlocks() {
        var fixResult = mend("""
                apiVersion: apps/v1
                kind: Deployment
                metadata:
                  name: llm
                spec:
                  template:
                    metadata:
                      labels:
                        app: llm
                    spec:
                      containers:
                      - name: llm
                        image: registry.example/llm:1
                        command: [torchrun, train.py]
                        resources:
                          requests:
                            cpu: "16"
                            memory: 64Gi
                            nvidia.com/gpu: 2
                """);

        assertThat(fixResult.remaining()).extracting(finding -> finding.rule().id())
                .containsExactly("training-restarts");
        assertThat(fixResult.text()).endsWith("""
                            nvidia.com/gpu: 2
                          limits:
                            nvidia.com/gpu: 2
                        volumeMounts:
                        - name: dshm
                          mountPath: /dev/shm
                        securityContext:
                          allowPrivilegeEscalation: false
                      volumes:
                      - name: dshm
                        emptyDir:
                          medium: Memory
                          sizeLimit: 8Gi
                      tolerations:
                      - key: nvidia.com/gpu
                        operator: Exists
                        effect: NoSchedule
                  selector:
                    matchLabels:
                      app: llm
                  strategy:
                    type: RollingUpdate
                    rollingUpdate:
                      maxSurge: 0
                      maxUnavailable: 1
                """);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "# nothing\n", "---\n---\n", "[]", "{}", "null", "1", "a: &a [*a]\n", "\uFEFF{}",
        "apiVersion: v1\nkind: Pod\nspec: 3\n", "apiVersion: v1\nkind: Pod\nmetadata: []\nspec:\n  containers: x\n",
        "apiVersion: v1\nkind: List\nitems:\n", "apiVersion: [v1]\nkind: {a: b}\n",
        "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    resources: 7\n    env: {a: b}\n",
        "apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: a\n    resources:\n      limits:\n      requests:\n",
        "apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    sharing: {timeSlicing: 3}\n  b: 4\n  c:\n"})
    void oddTextsAreLookedAtWithoutHarm(String text) {
        assertThat(check(text)).doesNotContainNull();
        assertThat(mend(text).applied()).doesNotContainNull();
    }

    @Test
    void templatesAreFoundInKindsThatNobodyHasHeardOf() {
        assertThat(check("""
                apiVersion: example.com/v1
                kind: Farm
                metadata:
                  name: a
                spec:
                  barns:
                  - pods:
                      spec:
                        containers:
                        - name: a
                          image: registry.example/a:1
                          resources:
                            limits:
                              nvidia.com/gpu: 0.5
                """)).extracting(finding -> finding.rule().id()).contains("gpu-amount-not-whole");
    }

    @Test
    void aTrainJobAsksForDevicesOfItsNodes() {
        assertThat(check("""
                apiVersion: trainer.kubeflow.org/v1alpha1
                kind: TrainJob
                metadata:
                  name: a
                spec:
                  trainer:
                    numNodes: 2
                    resourcesPerNode:
                      requests:
                        nvidia.com/gpu: 2
                """)).extracting(finding -> finding.rule().id()).containsExactly("gpu-limit-missing");
    }

    @Test
    void whatIsMisplacedInsideAConfigMapIsFoundOnItsLineAndMoved() {
        var text = """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: device-plugin-config
                data:
                  shared: |
                    version: v1
                    sharing:
                      timeSlicing:
                        resources:
                        - name: nvidia.com/gpu
                          replicas: 4
                          renameByDefault: true
                """;

        assertThat(check(text)).filteredOn(finding -> finding.severity() != LintSeverity.HINT).singleElement()
                .satisfies(finding -> assertThat(finding.line()).isEqualTo(13));
        assertThat(mend(text).text()).isEqualTo(text.replace("          renameByDefault: true\n", "")
                .replace("        resources:\n", "        renameByDefault: true\n        resources:\n"));
    }
}
