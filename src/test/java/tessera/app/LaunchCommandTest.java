package tessera.app;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tessera.demo.SimulatedCluster;
import tessera.demo.SimulatedCluster.Options;
import tessera.demo.http.Fault;

import static org.assertj.core.api.Assertions.assertThat;

/** Who launches a workload from a terminal gets a manifest to read, a plan to weigh, and a command that takes it back. */
@Timeout(240)
class LaunchCommandTest extends ServedCluster {

    @Override
    Options options() {
        return super.options().withSpeed(30);
    }

    @Test
    void aListSaysWhatATemplateNeedsAndWhetherTheClusterHasIt() throws Exception {
        var outcome = there("launch", "--list");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("rayjob ", "ray.io/v1/RayJob (not installed)",
                "ResourceClaimTemplate (served, but there is no DeviceClass to claim from)")
                .containsPattern("kubeflow.org/v1/PyTorchJob\n");
    }

    @Test
    void aManifestToleratesWhatTheNodesOfTheClusterAreTaintedWith() throws Exception {
        var outcome = there("launch", "job", "--set", "name=mine", "-n", "ml");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("  name: mine\n  namespace: ml\n",
                "nodes that offer nvidia.com/gpu are tainted so\n");
        assertThat(outcome.err()).startsWith("tessera: Tolerates nvidia.com/gpu");
    }

    @Test
    void whatIsLaunchedRunsAndTheCommandOfTheReceiptTakesItBack() throws Exception {
        var outcome = there("plan", "launch", "inference", "--set", "name=llm", "--set", "memory=8Gi", "--apply",
                "--yes");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.err()).contains("Wait until default/deployments/llm runs: done");
        var undo = new ObjectMapper().readTree(outcome.out()).path("undoCommand").asText();
        assertThat(undo).isEqualTo("tessera plan launch --withdraw autoscaling/v2/HorizontalPodAutoscaler/llm "
                + "--withdraw policy/v1/PodDisruptionBudget/llm --withdraw v1/Service/llm "
                + "--withdraw apps/v1/Deployment/llm --namespace default " + named());
        var words = new ArrayList<>(List.of(undo.split(" ", -1)));
        words.removeFirst();
        words.addAll(List.of("--apply", "--yes"));
        assertThat(there(words.toArray(String[]::new)).code()).isZero();
    }

    @Test
    void aJobThatItsQueueHoldsBackIsToldWhy() throws Exception {
        var launched = there("plan", "launch", "job", "-n", "speech", "--set", "name=held", "--set", "queue=speech",
                "--wait", "1", "--apply", "--yes");
        assertThat(launched.out() + launched.err()).contains("it is held back by its queue: couldn't assign flavors");

        var why = there("why", "speech/held");
        assertThat(why.out()).isEqualTo(
                """
                        speech/held · Job · Suspended
                        It is suspended until the queue “speech” of Kueue admits it.
                        Its queue says: couldn't assign flavors to pod set main: \
                        insufficient unused quota for nvidia.com/gpu in flavor h100, 1 more needed.
                        """);
        assertThat(there("why", "speech/held", "-o", "json").out()).contains("\"outcome\" : \"gated\"",
                "of Kueue admits it\"", "\"queue\" : \"Its queue says: couldn't assign");
    }

    @Test
    void whoMayNotReadJobsIsToldThatAMisspeltPodIsNotThere() throws Exception {
        var denied = cluster.faults().order("GET .*/namespaces/speech/jobs/.*", Fault.answer(403, "application/json",
                """
                        {"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden","code":403,
                         "message":"jobs.batch \\"hled\\" is forbidden: User \\"dev\\" cannot get resource \\"jobs\\""}
                        """));
        try {
            var why = there("why", "speech/hled");
            assertThat(why.code()).isNotZero();
            assertThat(why.err()).contains("There is no pod “speech/hled”",
                    "Whether there is a Job of that name is not known");
        } finally {
            denied.run();
        }
    }

    @Test
    void templatesOfOnesOwnAreListedAndFilledInAndABrokenOneIsTold() throws Exception {
        var folder = Files.createDirectories(home.resolve(".config/tessera/templates"));
        Files.writeString(folder.resolve("mine.yaml"), """
                description: Ours
                parameters: {name: ours}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: ${name}
                """);
        Files.writeString(folder.resolve("broken.yaml"), "nothing");

        var listed = run("launch", "--list");
        assertThat(listed.out()).containsPattern("mine +Ours").doesNotContain("broken");
        assertThat(listed.err()).contains("The template broken.yaml cannot be used: there is no line “---”");
        assertThat(run("launch", "--list", "-o", "json").out()).contains("\"file\" : \"broken.yaml\"");
        assertThat(run("launch", "mine", "--set", "name=x").out()).contains("name: x");
        assertThat(run("launch", "broken").err()).contains("The template broken.yaml cannot be used");
    }

    @Test
    void misuseIsExplained() throws Exception {
        for (var words : new String[][] {{"plan", "launch", "pod", "-f", "a"},
            {"launch", "pod", "--set", "count=0"}}) {
            var outcome = run(words);
            assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
            assertThat(outcome.err()).startsWith("tessera: ").hasLineCount(2);
        }
    }
}
