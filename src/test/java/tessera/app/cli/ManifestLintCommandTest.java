package tessera.app.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tessera.app.Program;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;

import static org.assertj.core.api.Assertions.assertThat;

/** Who has manifests checked in a terminal or in a pipeline can act on what comes back. */
@Timeout(180)
class ManifestLintCommandTest {

    private static final String WRONG = """
            apiVersion: v1
            kind: ResourceQuota
            metadata:
              name: gpus
            spec:
              hard:
                limits.nvidia.com/gpu: 4   # four
            """;
    private static final String POD = """
            apiVersion: v1
            kind: Pod
            metadata:
              name: probe
            spec:
              restartPolicy: Never
              containers:
              - name: probe
                image: registry.example/probe:1
                securityContext:
                  allowPrivilegeEscalation: false
                resources:
                  limits:
                    cpu: "1"
                    memory: 1Gi
                    nvidia.com/gpu: 80
            """;

    @TempDir
    private Path home;

    @Test
    void aDirectoryStandsForTheManifestsInIt() throws Exception {
        var directory = home.resolve("manifests");
        Files.createDirectories(directory.resolve("deeper"));
        Files.writeString(directory.resolve("quota.yaml"), WRONG);
        Files.writeString(directory.resolve("notes.txt"), WRONG);
        Files.writeString(directory.resolve("deeper/other.yaml"), WRONG);
        var empty = Files.createDirectories(home.resolve("none")).toString();

        var outcome = new Program(home).run("lint", directory.toString());

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).startsWith(directory.resolve("quota.yaml") + ":7:5: error: ").endsWith("\n1 error\n");
        assertThat(new Program(home).run("lint", empty).err())
                .contains("Directory " + empty + " contains no .yaml, .yml or .json file");
    }

    @Test
    void findingsAreCountedAndAnErrorEndsWithOne() throws Exception {
        var file = Files.writeString(home.resolve("quota.yaml"), WRONG).toString();
        var outcome = new Program(home).run("lint", file);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).isEqualTo(file
                + ":7:5: error: The API server accepts limits.nvidia.com/gpu, but the key limits nothing. Only "
                + "requests.nvidia.com/gpu counts devices. (quota-limits-nothing, fixable with --fix)\n1 error\n");
        assertThat(outcome.err()).isEmpty();
    }

    @Test
    void whoMaySeeNoNodesIsToldWhatElseTheClusterLacksAndWhatIsNotKnown() throws Exception {
        try (var cluster = SimulatedCluster.start(SimulationOptions.defaultOptions().withActivity(false))) {
            var own = Files.writeString(home.resolve("viewer.kubeconfig"), cluster.kubeconfig("viewer")).toString();
            var file = Files.writeString(home.resolve("pod.yaml"), POD.replace("  restartPolicy", """
                    priorityClassName: training
                    volumes: [{name: data, persistentVolumeClaim: {claimName: nowhere}}]
                    restartPolicy""".indent(2).stripTrailing())).toString();
            var outcome = new Program(home).run("lint", "--kubeconfig", own, file);

            assertThat(outcome.err()).contains("are not checked against the nodes");
            assertThat(outcome.out()).contains("PersistentVolumeClaim nowhere does not exist")
                    .contains("Cannot check PriorityClass training: You may not list priorityclasses");
        }
    }

    @Test
    void aQueueThatANamespaceDoesNotHaveIsExchangedForOneThatItHas() throws Exception {
        var file = Files.writeString(home.resolve("queued.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: probe
                  namespace: batch
                  labels:
                    kueue.x-k8s.io/queue-name: night
                spec:
                  containers:
                  - name: probe
                    image: registry.example/probe:1.0
                """).toString();

        assertThat(new Program(home).run("lint", "--demo", file).out()).contains(
                "LocalQueue night does not exist in namespace batch. Kueue does not admit the workload.",
                "Change to batch");
    }

    @Test
    void whatIsNamedAndWhatTheClusterDoesNotHaveIsToldWithWhatComesOfIt() throws Exception {
        var file = Files.writeString(home.resolve("pod.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata:
                  name: probe
                  namespace: ml-platform
                  labels:
                    kueue.x-k8s.io/queue-name: no-queue
                spec:
                  serviceAccountName: no-account
                  priorityClassName: no-priority
                  runtimeClassName: no-runtime
                  restartPolicy: Never
                  volumes:
                  - name: data
                    persistentVolumeClaim: {claimName: no-claim}
                  - name: token
                    secret: {secretName: no-secret}
                  - name: authority
                    configMap: {name: kube-root-ca.crt}
                  - name: scratch
                    ephemeral:
                      volumeClaimTemplate:
                        spec:
                          storageClassName: no-storage
                          accessModes: [ReadWriteOnce]
                          resources: {requests: {storage: 1Gi}}
                  containers:
                  - name: probe
                    image: registry.example/probe:1.0
                    envFrom: [{configMapRef: {name: no-settings}}]
                """).toString();
        var outcome = new Program(home).run("lint", "--demo", file);

        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.out())
                .contains(":9:23: error: ServiceAccount no-account does not exist in namespace ml-platform",
                        ":10:22: error: PriorityClass no-priority does not exist",
                        ":11:21: error: RuntimeClass no-runtime does not exist",
                        ":7:32: warning: LocalQueue no-queue does not exist in namespace ml-platform. "
                                + "Kueue does not admit the workload.",
                        ":15:40: warning: PersistentVolumeClaim no-claim does not exist in namespace ml-platform. "
                                + "The pods stay Pending.",
                        ":17:26: warning: Secret no-secret does not exist in namespace ml-platform",
                        ":24:29: warning: StorageClass no-storage does not exist",
                        ":30:37: warning: ConfigMap no-settings does not exist in namespace ml-platform")
                .doesNotContain("kube-root-ca.crt");
        assertThat(new Program(home).run("lint", file).out()).doesNotContain("does not exist");
    }

    @Test
    void standardInputThatIsNamedTwiceIsNotTakenForAnEmptyManifest() throws Exception {
        var outcome = new Program(home).run("lint", "-", "-");

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.err()).contains("Standard input can be read only once");
    }

    @Test
    void mendingChangesTheFileWhereItSaysAndNowhereElse() throws Exception {
        var file = Files.writeString(home.resolve("quota.yaml"), WRONG);
        var outcome = new Program(home).run("lint", "--fix", "-o", "json", file.toString());

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(Files.readString(file)).isEqualTo(WRONG.replace("limits.", "requests."));
        var json = new ObjectMapper().readTree(outcome.out());
        assertThat(json.path("errors").asInt()).isZero();
        assertThat(json.at("/files/0/mended/0/rule").asText()).isEqualTo("quota-limits-nothing");
    }

    @Test
    void aClusterIsAskedForWhatItOffersOnlyWhenItIsNamed() throws Exception {
        var file = Files.writeString(home.resolve("pod.yaml"), POD).toString();

        assertThat(new Program(home).run("lint", file).code()).isZero();
        var outcome = new Program(home).run("lint", "--demo", file);
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(1);
        assertThat(outcome.out())
                .contains("A pod requests 80 nvidia.com/gpu. Without time-slicing replicas, no node has more than ")
                .containsPattern("\n    --choose cluster-amount-too-large=1: Request \\d+\n");
    }

    @Test
    void whatPeopleHaveToDecideIsListedAndTakenAsTheyChoose() throws Exception {
        var text = POD.replace("gpu: 80", "gpu: 0.5   # half of one");
        var file = Files.writeString(home.resolve("pod.yaml"), text);

        var outcome = new Program(home).run("lint", file.toString());
        assertThat(outcome.out()).contains("""
                    --choose gpu-amount-not-whole=1: Request 1
                    --choose gpu-amount-not-whole=2: Request nvidia.com/gpu.shared: 1
                """);
        assertThat(new Program(home).run("lint", "--fix", file.toString()).code()).isEqualTo(1);
        assertThat(Files.readString(file)).contains("gpu: 0.5   # half of one");
        assertThat(new Program(home).run("lint", "--fix", "--choose", "gpu-amount-not-whole=9", file.toString()).err())
                .contains("gpu-amount-not-whole has no option 9 (options: 1 to 2)");
        var byHand = Files.writeString(home.resolve("by-hand.yaml"), POD.replace("gpu: 80", "gpu: 1")
                .replaceFirst("( +)(resources:)", "$1command: [nvidia-smi, mig, -cgi, '9', -C]\n$1$2"));
        var none = new Program(home).run("lint", "--fix", "--choose", "mig-by-hand", byHand.toString());
        assertThat(none.code()).as(none.out()).isEqualTo(1);
        assertThat(none.err()).contains("line 12: mig-by-hand has no options");
        assertThat(new Program(home).run("lint", "--fix", "--choose", "gpu-amount-not-whole=0", file.toString()).err())
                .contains("counts from 1");
        var chosen = new Program(home).run("lint", "--fix", "--choose", "gpu-amount-not-whole=2", file.toString());
        assertThat(chosen.code()).as(chosen.out() + chosen.err()).isZero();
        assertThat(chosen.out()).contains("done: Request nvidia.com/gpu.shared: 1 (gpu-amount-not-whole)");
        assertThat(Files.readString(file)).contains("nvidia.com/gpu.shared: 1   # half of one");

        Files.writeString(file, text.replaceFirst("( +)limits:", "$1requests: {nvidia.com/gpu: 1}\n$1limits:"));
        assertThat(new Program(home).run("lint", "--fix", "--choose", "gpu-amount-not-whole=9", file.toString()).code())
                .isEqualTo(1);
        Files.writeString(file, text.replaceFirst("( +)limits:", "$1requests: {nvidia.com/gpu: 1}\n$1limits:"));
        new Program(home).run("lint", "--fix", "--choose", "gpu-amount-not-whole=2", file.toString());
        assertThat(Files.readString(file)).as("what is chosen goes before what would mend it otherwise")
                .contains("nvidia.com/gpu.shared: 1").doesNotContain("nvidia.com/gpu:");

        assertThat(new Program(home).run("lint", "--choose", "privileged", file.toString()).err())
                .contains("--choose requires --fix");
        assertThat(new Program(home).run("lint", "--fix", "--choose", "none", file.toString()).err())
                .contains("Unknown rule none");
    }

    @Test
    void aFileThatCannotBeReadKeepsNobodyFromHearingOfTheOthers() throws Exception {
        var good = Files.writeString(home.resolve("quota.yaml"), WRONG).toString();
        var odd = Files.write(home.resolve("odd.yaml"), new byte[] {'a', ':', ' ', (byte) 0xff}).toString();
        var outcome = new Program(home).run("lint", "absent.yaml", good, odd);

        assertThat(outcome.code()).isEqualTo(1);
        assertThat(outcome.out()).contains(good + ":7:5: error: ").endsWith("1 error; 2 of 3 files not read\n");
        assertThat(outcome.err().lines()).containsExactly("tessera: Cannot read absent.yaml: no such file or folder",
                "tessera: Cannot read %s: not UTF-8 text".formatted(odd));
        assertThat(new ObjectMapper().readTree(new Program(home).run("lint", "-o", "json", good, odd).out())
                .at("/unread/0").asText()).isEqualTo(odd);

        var mended = Files.writeString(home.resolve("fine.yaml"), WRONG.replace("limits.", "requests.")).toString();
        assertThat(new Program(home).run("lint", mended, odd).code()).isEqualTo(1);
    }

    @Test
    void whatAManifestQuotesDoesNothingToATerminal() throws Exception {
        var file = Files.writeString(home.resolve("pod.yaml"),
                POD.replace("gpu: 80", "gpu: \"\\e]0;title\\a\\e[31m2 \\u009b5m\\ntwo\"")).toString();

        assertThat(new Program(home).run("lint", file).out().chars())
                .noneMatch(each -> Character.isISOControl(each) && each != '\n');
        assertThat(new Program(home).run("lint", file).out())
                .contains("“2 �5m two” is not a valid quantity of nvidia.com/gpu");
    }

    @Test
    void misuseIsExplained() throws Exception {
        var outcome = new Program(home).run("lint");
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.err()).startsWith("tessera: ").hasLineCount(2);
        var empty = Files.writeString(home.resolve("empty.yaml"), "# nothing yet\n").toString();
        assertThat(new Program(home).run("lint", empty).out())
                .contains("Start from a template: run tessera launch --list");
        assertThat(new Program(home).run("lint", "absent.yaml").err().lines())
                .containsExactly("tessera: Cannot read absent.yaml: no such file or folder");
    }
}
