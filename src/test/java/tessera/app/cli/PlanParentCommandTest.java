package tessera.app.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.util.WaitForAsyncUtils;
import tessera.app.Program;
import tessera.app.Program.Outcome;
import tessera.app.ServedCluster;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.chart.SimulatedGpuOperatorChart;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;

import static org.assertj.core.api.Assertions.assertThat;

/** Who types a change sees what it brings, makes it when that was meant, and finds it in the journal. */
@Timeout(180)
class PlanParentCommandTest extends ServedCluster {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Override
    public SimulationOptions options() {
        return super.options().withSpeed(10);
    }

    private Outcome plan(String data, String... words) throws Exception {
        var command = new ArrayList<>(List.of("plan"));
        command.addAll(List.of(words));
        command.addAll(List.of("--kubeconfig", kubeconfig));
        return program(data).run(command.toArray(String[]::new));
    }

    private static Program program(String data) {
        return new Program(home).with("XDG_DATA_HOME", home.resolve(data).toString());
    }

    private static JsonNode journal(String data) throws Exception {
        return JSON.readTree(program(data).run("journal", "-o", "json").out()).path("runs");
    }

    @Test
    void aPlanIsShownAndChangesNothing() throws Exception {
        var outcome = plan("shown", "taint", "h100-01", "sku=gpu:NoSchedule");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).startsWith("Taint h100-01: sku=gpu:NoSchedule\n").contains("+  - key: sku")
                .contains("nvidia-device-plugin-daemonset does not tolerate sku=gpu:NoSchedule")
                .contains("kubectl %s taint nodes h100-01 sku=gpu:NoSchedule --overwrite".formatted(named()));
        assertThat(plan("shown", "taint", "h100-01", "sku-").out()).contains("Nothing to change.");
        assertThat(journal("shown")).isEmpty();
    }

    @Test
    void whatIsInTheWayOfASecondInstallationIsTheFirst() throws Exception {
        var outcome = plan("preflight", "operator", "preflight");
        assertThat(outcome.code()).as(outcome.err()).isEqualTo(3);
        assertThat(outcome.out())
                .containsPattern("Existing release +fail +gpu-operator v26.3.3 is installed as release gpu-operator "
                        + "in gpu-operator, revision \\d, deployed +Nothing to install\\..*operator upgrade”")
                .containsPattern("MIG strategy +pass +mig.strategy fits the MIG configurations of the nodes")
                .doesNotContain("Delete the ClusterPolicy", "still exists");

        assertThat(plan("preflight", "operator", "preflight", "--release", "second").out()).contains(
                "gpu-operator-v26.3.3 is installed as release gpu-operator in gpu-operator, which owns ClusterPolicy cluster-policy");
    }

    @Test
    void anEvictionThatIsPutOffHasNotFailedAndWhatAStepWaitsForIsNotToldTwice() throws Exception {
        var command = new ArrayList<>(List.of("evict"));
        try (var client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            client.pods().inNamespace("vision").list().getItems().stream().map(pod -> pod.getMetadata().getName())
                    .filter(name -> name.startsWith("comfy-")).forEach(name -> command.add("vision/" + name));
        }
        command.addAll(List.of("--apply", "--yes"));
        var outcome = plan("evicted", command.toArray(String[]::new));
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains(": Later: vision/pods/comfy-").doesNotContain("failed", "Waits until");
    }

    @Test
    void whatAPodThatDoesNotEndIsWaitedForIsSaid() throws Exception {
        try (var client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            var pods = client.pods().inNamespace("vision");
            var name = pods.list().getItems().stream().map(pod -> pod.getMetadata().getName())
                    .filter(each -> each.startsWith("comfy-")).findFirst().orElseThrow();
            pods.withName(name).edit(pod -> new PodBuilder(pod).editMetadata().addToFinalizers("example.com/held")
                    .endMetadata().build());
            var outcome = plan("held", "evict", "vision/" + name, "--apply", "--yes", "--wait", "2");
            pods.withName(name).edit(pod -> new PodBuilder(pod).editMetadata().withFinalizers().endMetadata().build());

            assertThat(outcome.code()).isNotZero();
            assertThat(outcome.err()).contains("is gone: running. Not yet: the object still exists")
                    .doesNotContain("Waits until");
        }
    }

    @Test
    void whatIsDoneToAClusterThatEndsWithTheCommandHasNoWayBackAndNoCommandThatLeadsThere() throws Exception {
        var applied = program("demo").run("plan", "cordon", "h100-01", "--demo", "--apply", "--yes");
        assertThat(applied.code()).as(applied.err()).isZero();
        assertThat(JSON.readTree(applied.out()).path("undoCommand").isNull()).isTrue();
        assertThat(applied.err()).contains("The simulated cluster and this change", "“tessera demo”");
        assertThat(program("demo").run("plan", "cordon", "h100-01", "--demo").out()).contains(
                "Equivalent commands (need “tessera demo”, because this simulated cluster ends with the " + "command)");
    }

    @Test
    void whoDrainsANodeThatDoesNotAnswerIsToldThatItsPodsDoNotEnd() throws Exception {
        assertThat(plan("lost", "drain", "t4-03", "--delete-emptydir-data").out())
                .contains("t4-03 does not respond. Pods there terminate only once the node responds again, "
                        + "or by force deletion");
    }

    @Test
    void theReceiptNamesTheLabelsThatAreOtherSince() throws Exception {
        var outcome = plan("labels", "label", "h100-05", "pool=new", "topology.kubernetes.io/rack-", "--apply",
                "--yes");
        assertThat(JSON.readTree(outcome.out()).path("leaves").path(0).asText()).as(outcome.err())
                .isEqualTo("The labels of h100-05 have changed: pool=new topology.kubernetes.io/rack-");
    }

    @Test
    void whatWaitsIsToldApartFromWhatWorks() throws Exception {
        var outcome = plan("waits", "suspend", "pytorchjob/llm-pretrain-1", "-n", "ml-platform");
        assertThat(outcome.out()).containsPattern("llm-pretrain-1-worker-0, 8 GPUs: .* \\(uses accelerators\\)")
                .containsPattern("llm-pretrain-1-worker-3, requests 8 GPUs: .* resumed\n").contains("Frees 32 GPUs");
        assertThat(plan("waits", "delete", "research/b200-probe").out()).contains("requests 2")
                .doesNotContain("uses accelerators");
    }

    @Test
    void anObjectOfAKindThatTheFileNamesIsEdited() throws Exception {
        try (var colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            var job = colleague.genericKubernetesResources("kubeflow.org/v1", "PyTorchJob").inNamespace("research")
                    .withName("frontier-base").get();
            job.getMetadata().setLabels(Map.of("reviewed", "yes"));
            job.getMetadata().setResourceVersion(null);
            var file = Files.writeString(home.resolve("job.yaml"), Serialization.asYaml(job));
            var outcome = plan("edited", "edit", "pytorchjob/frontier-base", "-n", "research", "-f", file.toString());
            assertThat(outcome.code()).as(outcome.err()).isZero();
            assertThat(outcome.out()).contains("reviewed: \"yes\"", "pytorchjobs.kubeflow.org/frontier-base");
            assertThat(plan("edited", "edit", "mxjob/frontier-base", "-f", file.toString()).code()).isEqualTo(2);
        }
    }

    @Test
    void aPlanAsJsonHasItsDocumentedShapeAndAsYamlItIsTheObjects() throws Exception {
        var json = JSON.readTree(plan("json", "drain", "h100-04", "-o", "json").out());

        assertThat(json.path("kind").asText()).isEqualTo("Preview");
        assertThat(json.path("refused").asBoolean()).as("pods there keep data on the node").isTrue();
        // That what is seen is behind the cluster may be said as well.
        assertThat(json.path("reasons").findValuesAsText("remedy"))
                .anyMatch(text -> text.contains("--delete-emptydir-data"));
        assertThat(json.path("effects").path("pods").path(0).path("concerns").toString()).contains("accelerator-work");
        assertThat(plan("json", "label", "-l", "kubernetes.io/hostname in (t4-01,t4-02)", "pool=a", "-o", "yaml").out()
                .lines().filter(line -> line.equals("    pool: a"))).hasSize(2);
    }

    @Test
    void whatWouldBeRefusedEndsWithThreeAndSaysWhy() throws Exception {
        var outcome = plan("refused", "cordon", "nowhere");

        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.err()).startsWith("tessera: Node nowhere not found");
        assertThat(plan("refused", "cordon", "t4-01", "--read-only").code()).isEqualTo(3);
        var applied = plan("refused", "cordon", "nowhere", "--apply", "--yes");
        assertThat(applied.code()).isEqualTo(3);
        assertThat(JSON.readTree(applied.out()).path("result").asText()).isEqualTo("refused");
        assertThat(journal("refused").findValuesAsText("result")).contains("refused");
    }

    @Test
    void gpusAreDividedAnewAsTheNodeOffersItAndNotOtherwise() throws Exception {
        var refused = plan("mig", "mig", "h100-06", "--config", "all-1g.99gb");
        assertThat(refused.code()).isEqualTo(3);
        assertThat(refused.err()).contains("MIG configuration “all-1g.99gb” is not available for h100-06")
                .contains("all-balanced").as("what other models are divided by").doesNotContain("all-1g.5gb,");
        assertThat(plan("mig", "mig", "h100-06").code()).as("without --config").isEqualTo(2);

        var outcome = plan("mig", "mig", "h100-06", "--config", "all-balanced", "--force", "--delete-emptydir-data",
                "--apply", "--yes");
        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(JSON.readTree(outcome.out()).path("undoCommand").asText())
                .startsWith("tessera plan mig h100-06 --config=half-balanced --delete-emptydir-data --force");
    }

    @Test
    void readOnlyModeRefusesBeforeAnythingIsBegunAndTheJournalKnows() throws Exception {
        var outcome = plan("guarded", "cordon", "t4-01", "--read-only", "--apply", "--yes");

        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.err()).contains("read-only mode").doesNotContain("\tat ");
        var receipt = JSON.readTree(outcome.out());
        assertThat(receipt.path("result").asText()).isEqualTo("refused");
        assertThat(receipt.path("steps").findValuesAsText("result")).containsOnly("to-do");
        assertThat(receipt.path("problems")).hasSize(1);
        assertThat(journal("guarded").path(0).path("result").asText()).isEqualTo("refused");
        assertThat(journal("guarded").path(0).path("steps")).as("none was begun").isEmpty();

        var early = program("guarded").run("--read-only", "--kubeconfig=" + kubeconfig, "plan", "cordon", "t4-01",
                "--apply", "--yes");
        assertThat(early.code()).as("said before the command").isEqualTo(3);
        assertThat(early.err()).contains("read-only mode");
        assertThat(program("guarded").run("--kubeconfig", kubeconfig, "--context", "nosuch", "plan", "cordon", "t4-01")
                .err()).contains("nosuch");
    }

    @Test
    void whatIsAppliedIsReportedNotedAndTakenBackByTheCommandOfItsReceipt() throws Exception {
        var outcome = plan("applied", "cordon", "l40s-01", "l40s-02", "--apply", "--yes");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("[1/2] Cordon l40s-01: done").contains("[2/2] Cordon l40s-02: done");
        var receipt = JSON.readTree(outcome.out());
        assertThat(receipt.path("kind").asText()).isEqualTo("Receipt");
        assertThat(receipt.path("result").asText()).isEqualTo("done");
        assertThat(receipt.path("leaves").toString()).contains("l40s-01 is cordoned");
        var undo = receipt.path("undoCommand").asText();
        assertThat(undo).isEqualTo("tessera plan uncordon l40s-02 l40s-01 " + named());
        assertThat(
                program("applied").run((undo.substring("tessera ".length()) + " --apply --yes").split(" ", -1)).code())
                .isZero();

        assertThat(program("applied").run("journal").out()).containsPattern(
                "(?m)^[0-9a-f]{8} +\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ .*admin +done +Cordon l40s-01, l40s-02");
        assertThat(program("applied").run("journal", "-o", "csv").out()).hasLineCount(3);
    }

    @Test
    void misuseIsExplained() throws Exception {
        for (var texts : List.of(List.of("cordon"), List.of("cordon", "a", "--apply"), List.of("cordon", "a", "--yes"),
                List.of("taint", "a", "b=c"), List.of("label", "a", "=b"), List.of("cordon", "a", "b=c"),
                List.of("extended-resource", "a"), List.of("cordon", "a", "-l", "b=c"), List.of("cordon", "-l", "a b"),
                List.of("drain", "a", "--patience", "-1"))) {
            var outcome = plan("misuse", texts.toArray(String[]::new));

            assertThat(outcome.code()).as(String.join(" ", texts)).isEqualTo(2);
            assertThat(outcome.err()).startsWith("tessera: ").hasLineCount(2);
        }
    }

    @Test
    void aProgramThatIsAskedToEndStopsTheChangeAndSaysHowFarItCame() throws Exception {
        var out = Files.createTempFile(home, "out", "");
        var err = Files.createTempFile(home, "err", "");
        var process = program("ended").start(out, err, "plan", "drain", "l40s-03", "mi300x-01", "--force",
                "--delete-emptydir-data", "--apply", "--yes", "--kubeconfig", kubeconfig);
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> Files.readString(err).contains("Eviction refused: "));
        process.destroy();
        assertThat(process.waitFor(3, TimeUnit.MINUTES)).isTrue();

        var receipt = JSON.readTree(Files.readString(out));
        assertThat(receipt.path("result").asText()).isEqualTo("cancelled");
        assertThat(receipt.path("leaves").toString()).contains("l40s-03 is cordoned");
        assertThat(journal("ended").path(0).path("result").asText()).isEqualTo("cancelled");
        assertThat(plan("ended", "uncordon", "l40s-03", "mi300x-01", "--apply", "--yes").code()).isZero();
    }

    @Test
    void aProgramThatIsKilledInTheMiddleLeavesATruthfulJournal() throws Exception {
        var data = home.resolve("killed");
        var out = Files.createTempFile(home, "out", "");
        var err = Files.createTempFile(home, "err", "");
        var process = program("killed").start(out, err, "plan", "drain", "mi300x-01", "--force",
                "--delete-emptydir-data", "--apply", "--yes", "--kubeconfig", kubeconfig);
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> Files.readString(err).contains("Eviction refused: "));
        assertThat(journal("killed").path(0).path("result").asText()).as("the program is there").isEqualTo("running");
        process.destroyForcibly().waitFor();

        var run = journal("killed").path(0);
        assertThat(run.path("result").asText()).isEqualTo("interrupted");
        assertThat(run.path("steps").path(1).path("result").asText()).as("the cordon").isEqualTo("done");
        assertThat(run.path("steps").path(run.path("steps").size() - 1).path("event").asText())
                .as("an eviction under way").isEqualTo("begun");
        assertThat(data.resolve("tessera/journal.jsonl")).exists();
        assertThat(plan("killed", "uncordon", "mi300x-01", "--apply", "--yes").code()).isZero();
    }

    @Test
    void aProgramThatIsKilledAmidHelmIsFollowedByOneThatHasHelmForgetAndGoesBack() throws Exception {
        var chart = SimulatedGpuOperatorChart.writeChart("v26.7.0", home.resolve("charts")).toString();
        var let = new CountDownLatch(1);
        var held = SimulatedHttpServerFaults.of(cluster).addFault("PATCH .*/clusterpolicies/.*",
                new SimulatedHttpServerFault.HeldResponseFault(let));
        var process = program("helm").start(Files.createTempFile(home, "out", ""),
                Files.createTempFile(home, "err", ""), "plan", "operator", "upgrade", "--chart", chart, "--set",
                "driver.upgradePolicy.autoUpgrade=false", "--apply", "--yes", "--kubeconfig", kubeconfig);
        try {
            WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, () -> status().equals("pending-upgrade"));
            process.destroyForcibly().waitFor();
            held.run();
            helmForgetsAndGoesBack();
        } finally {
            process.destroyForcibly();
            held.run();
            let.countDown();
        }
    }

    private void helmForgetsAndGoesBack() throws Exception {
        var shown = plan("helm", "operator", "rollback", "--to", "7", "-o", "json");
        assertThat(shown.code()).as(shown.err()).isZero();
        var json = JSON.readTree(shown.out());
        assertThat(json.at("/steps/0/words").asText())
                .isEqualTo("Delete Helm’s record of revision 8 of gpu-operator in gpu-operator (pending-upgrade)");
        assertThat(json.path("warnings").toString()).contains("Helm started revision 8 (pending-upgrade)");
        assertThat(json.path("commands").toString()).contains("delete secrets/sh.helm.release.v1.gpu-operator.v8",
                "rollback gpu-operator 7 --force");
        assertThat(status()).as("only shown").isEqualTo("pending-upgrade");
        var done = plan("helm", "operator", "rollback", "--to", "7", "--apply", "--yes");
        assertThat(done.code()).as(done.err()).isZero();
        assertThat(JSON.readTree(done.out()).path("leaves").toString())
                .contains("Helm’s record of the unfinished revision 8", "is rolled back to revision 7");
        assertThat(status()).isEqualTo("deployed");
        assertThat(journal("helm").findValuesAsText("result")).contains("done", "interrupted");
    }

    /** Of the newest revision that Helm has noted. */
    private String status() {
        try (var client = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            return client.secrets().inNamespace("gpu-operator").withLabel("owner", "helm").list().getItems().stream()
                    .map(secret -> secret.getMetadata().getLabels())
                    .max(Comparator.comparingInt(labels -> Integer.parseInt(labels.getOrDefault("version", "0"))))
                    .orElseThrow().getOrDefault("status", "");
        }
    }
}
