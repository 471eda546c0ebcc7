package tessera.app.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.app.ServedCluster;
import tessera.cluster.fixture.Seen;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;

import static org.assertj.core.api.Assertions.assertThat;

/** Who launches a workload from a terminal gets a manifest to read, a plan to weigh, and a command that takes it back. */
@Timeout(240)
class WorkloadTemplatesCommandTest extends ServedCluster {

    @Override
    public SimulationOptions options() {
        return super.options().withSpeed(30);
    }

    @Test
    void aListSaysWhatATemplateNeedsAndWhetherTheClusterHasIt() throws Exception {
        var outcome = there("launch", "--list");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out())
                .contains("rayjob ", "ray.io/v1/RayJob (not installed)",
                        "ResourceClaimTemplate (served, but no DeviceClass exists to claim devices from)")
                .containsPattern("kubeflow.org/v1/PyTorchJob\n");
    }

    @Test
    void whatNamesNoNamespaceIsLaunchedInThatOfTheContextAsKubectlDoes() throws Exception {
        var own = Files.writeString(home.resolve("own.kubeconfig"),
                cluster.kubeconfig().replace("context:\n", "context:\n    namespace: vision\n")).toString();
        assertThat(there("launch", "pod", "--kubeconfig", own).out()).contains("\n  namespace: vision\n");
        assertThat(there("launch", "pod", "-n", "research", "--kubeconfig", own).out())
                .contains("\n  namespace: research\n");
        var template = there("plan", "launch", "pod", "--wait", "0", "--kubeconfig", own);
        assertThat(template.out()).as(template.err()).contains("Launch Pod/gpu-pod in vision");
        var manifest = Files.writeString(home.resolve("homeless.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: homeless}
                """).toString();
        assertThat(
                there("plan", "launch", "-f", manifest, "--wait", "0", "--apply", "--yes", "--kubeconfig", own).code())
                .isZero();
        assertThat(there("plan", "launch", "--withdraw", "v1/ConfigMap/homeless", "--kubeconfig", own).out())
                .contains("Delete ConfigMap/homeless in vision");
        assertThat(there("plan", "launch", "-f", manifest, "--wait", "0").out()).contains("in default");
        Files.writeString(home.resolve("homeless.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: homeless, namespace: research}
                """);
        assertThat(there("plan", "launch", "-f", manifest, "--wait", "0", "-n", "vision").err())
                .contains("ConfigMap/homeless is in namespace research, but --namespace is vision");
    }

    @Test
    void whatNoNodeOffersIsRemarkedAndPrintedAllTheSame() throws Exception {
        var outcome = there("launch", "mig", "--set", "name=mine", "--set", "resource=nvidia.com/mig-9g.80gb");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("nvidia.com/mig-9g.80gb: 1");
        assertThat(outcome.err()).contains("tessera: No node advertises nvidia.com/mig-9g.80gb\n");
    }

    @Test
    void aManifestToleratesWhatTheNodesOfTheClusterAreTaintedWith() throws Exception {
        var outcome = there("launch", "job", "--set", "name=mine", "-n", "ml");

        assertThat(outcome.code()).as(outcome.err()).isZero();
        assertThat(outcome.out()).contains("  name: mine\n  namespace: ml\n",
                "nodes with nvidia.com/gpu have this taint\n");
        assertThat(outcome.err()).startsWith("tessera: Tolerates nvidia.com/gpu")
                .endsWith("tessera: Namespace “ml” does not exist\n");
        assertThat(there("launch", "job", "--set", "name=mine", "-n", "default").err()).doesNotContain("no namespace");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1beta2", "v1beta1"})
    void aClaimIsWrittenInTheVersionThatTheClusterServes(String version) throws Exception {
        var group = "resource.k8s.io/" + version;
        var served = "{\"groupVersion\":\"%s\",\"version\":\"%s\"}".formatted(group, version);
        var faults = List.of(
                faulty("GET /apis/resource.k8s.io",
                        "{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"name\":\"resource.k8s.io\","
                                + "\"versions\":[%s],\"preferredVersion\":%s}".formatted(served, served)),
                faulty("GET /apis/resource.k8s.io/" + version, "{\"kind\":\"APIResourceList\",\"apiVersion\":\"v1\","
                        + "\"groupVersion\":\"%s\",\"resources\":[".formatted(group)
                        + "{\"name\":\"deviceclasses\",\"kind\":\"DeviceClass\",\"namespaced\":false,\"verbs\":[\"list\"]},"
                        + "{\"name\":\"resourceclaimtemplates\",\"kind\":\"ResourceClaimTemplate\",\"namespaced\":true,"
                        + "\"verbs\":[\"create\"]}]}"),
                faulty("GET /apis/resource.k8s.io/%s/deviceclasses.*".formatted(version),
                        "{\"kind\":\"DeviceClassList\",\"apiVersion\":"
                                + "\"%s\",\"metadata\":{},\"items\":[{\"metadata\":{\"name\":\"gpu.nvidia.com\"}}]}"
                                        .formatted(group)),
                SimulatedHttpServerFaults.of(cluster).addFault("GET /apis/resource.k8s.io/v1(/.*)?",
                        SimulatedHttpServerFault.ofAnswer(404, "text/plain", "404 page not found")));
        try {
            assertThat(there("launch", "--list").out()).containsPattern(group + "/ResourceClaimTemplate *\n");
            var manifest = there("launch", "dra", "--set", "count=2").out();
            assertThat(manifest).startsWith("apiVersion: " + group + "\n").contains(version.equals("v1beta1") ? """
                          requests:
                            - name: gpu
                              deviceClassName: gpu.nvidia.com
                              allocationMode: ExactCount
                              count: 2
                    """ : """
                          requests:
                            - name: gpu
                              exactly:
                                deviceClassName: gpu.nvidia.com
                                allocationMode: ExactCount
                                count: 2
                    """);
            var file = Files.writeString(home.resolve("claim.yaml"), manifest).toString();
            assertThat(there("lint", file).out()).isEqualTo("No problems\n");
        } finally {
            faults.forEach(Runnable::run);
        }
    }

    @Test
    void whoMayNotReadWhatIsNamedIsToldThatItIsNotKnown() throws Exception {
        var file = Files.writeString(home.resolve("names.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: odd, namespace: default}
                spec:
                  containers:
                    - name: main
                      image: "registry.example/train:1"
                      envFrom: [{secretRef: {name: token}}, {configMapRef: {name: gone}}]
                """).toString();
        var forbidden = SimulatedHttpServerFaults.of(cluster).addFault("GET /api/v1/namespaces/default/secrets/.*",
                SimulatedHttpServerFault.forbidden("secrets is forbidden"));
        try {
            assertThat(there("lint", file).out())
                    .contains(":8:36: hint: Cannot check Secret token: You may not read default/secrets/token",
                            "warning: ConfigMap gone does not exist in namespace default")
                    .doesNotContain("Secret token does not exist");
        } finally {
            forbidden.run();
        }
        assertThat(there("lint", file).out()).contains("warning: Secret token does not exist in namespace default")
                .doesNotContain("is not known");
    }

    @Test
    void whoMayNotSeeClassesOfDevicesIsNotToldThatNoneOffersAResource() throws Exception {
        var file = Files.writeString(home.resolve("odd.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: odd, namespace: default}
                spec:
                  containers:
                    - {name: main, image: "registry.example/train:1", resources: {limits: {example.com/board: 1}}}
                """).toString();
        assertThat(there("lint", file).out()).contains("error: No node advertises example.com/board");

        var forbidden = SimulatedHttpServerFaults.of(cluster).addFault(
                "GET /apis/resource.k8s.io/[^/]*/deviceclasses.*",
                SimulatedHttpServerFault.forbidden("deviceclasses is forbidden"));
        try {
            assertThat(there("lint", file).out()).contains("warning: No node advertises example.com/board",
                    ". Tessera could not read DeviceClasses.").doesNotContain("error: No node");
        } finally {
            forbidden.run();
        }
    }

    @Test
    void ofMoreObjectsThanAreAskedForItIsToldWhichWereNot() throws Exception {
        var text = new StringBuilder("""
                apiVersion: v1
                kind: Pod
                metadata: {name: many, namespace: default}
                spec:
                  containers:
                    - name: main
                      image: registry.example/train:1
                      envFrom:
                """);
        for (int number = 0; number < 70; number++) {
            text.append("        - configMapRef: {name: settings-%02d}\n".formatted(number));
        }
        var out = there("lint", Files.writeString(home.resolve("many.yaml"), text).toString()).out();

        assertThat(out)
                .contains("ConfigMap settings-00 does not exist in namespace default",
                        "ConfigMap settings-59 does not exist in namespace default")
                .doesNotContain("ConfigMap settings-60 does not exist")
                .contains("hint: Cannot check ConfigMap settings-60 and 9 other references: "
                        + "only the first 60 referenced objects are looked up");
    }

    @Test
    void whetherThereIsWhatTheClusterDoesNotAnswerAboutIsToldNotToBeKnown() throws Exception {
        var text = """
                apiVersion: v1
                kind: Pod
                metadata: {name: two, namespace: default}
                spec:
                  containers:
                    - name: main
                      image: registry.example/train:1
                      envFrom:
                        - configMapRef: {name: settings}
                        - configMapRef: {name: others}
                """;
        var manifest = Files.writeString(home.resolve("two.yaml"), text).toString();
        var restored = SimulatedHttpServerFaults.of(cluster).addFault("GET .*/configmaps/.*",
                SimulatedHttpServerFault.ofAnswer(500, "application/json", "{}"));
        try {
            assertThat(there("lint", manifest).out())
                    .contains("Cannot check ConfigMap settings and 1 other reference: ")
                    .doesNotContain("does not exist");
        } finally {
            restored.run();
        }
        assertThat(there("lint", manifest).out()).contains("ConfigMap settings does not exist in namespace default",
                "ConfigMap others does not exist in namespace default");
    }

    private Runnable faulty(String request, String answer) {
        return SimulatedHttpServerFaults.of(cluster).addFault(request,
                SimulatedHttpServerFault.ofAnswer(200, "application/json", answer));
    }

    @Test
    void aFieldThatTheServerDoesNotKnowIsNotPassedOver() throws Exception {
        var typo = Files.writeString(home.resolve("typo.yaml"), """
                apiVersion: v1
                kind: Pod
                metadata: {name: typo, namespace: default}
                spec:
                  containers:
                    - {name: main, image: "registry.example/train:1", resources: {limit: {nvidia.com/gpu: 1}}}
                """).toString();
        var outcome = there("plan", "launch", "-f", typo, "--apply", "--yes");

        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.err()).contains("ResourceRequirements has no field limit");

        var unlisted = Files.writeString(home.resolve("unlisted.yaml"), """
                apiVersion: node.k8s.io/v1
                kind: RuntimeClass
                metadata: {name: typo}
                handler: nvidia
                sheduling: {}
                """).toString();
        assertThat(there("plan", "launch", "-f", unlisted).err()).as("in the words of the server")
                .contains("unknown field \"sheduling\"");
    }

    @Test
    void whoMaySeeNoNodesLaunchesAndDeletesInTheNamespaceThatIsTheirs() throws Exception {
        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            admin.resource(new RoleBindingBuilder().withNewMetadata().withName("dev").withNamespace("research")
                    .endMetadata().addNewSubject("rbac.authorization.k8s.io", "User", "editor", "")
                    .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "edit").build()).create();
        }
        var own = Files.writeString(home.resolve("editor.kubeconfig"), cluster.kubeconfig("editor")).toString();
        var launched = there("plan", "launch", "pod", "-n", "research", "--set", "name=mine", "--apply", "--yes",
                "--kubeconfig", own);

        assertThat(launched.code()).as(launched.err()).isZero();
        assertThat(launched.err()).contains("You may not list nodes").contains("are not checked against the nodes");
        assertThat(there("plan", "delete", "research/mine", "--apply", "--yes", "--kubeconfig", own).code()).isZero();
        assertThat(there("plan", "cordon", "h100-01", "--kubeconfig", own).err()).contains("You may not list nodes");
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
        var texts = new ArrayList<>(List.of(undo.split(" ", -1)));
        texts.removeFirst();
        texts.addAll(List.of("--apply", "--yes"));
        assertThat(there(texts.toArray(String[]::new)).code()).isZero();
    }

    @Test
    void aJobThatItsQueueHoldsBackIsToldWhy() throws Exception {
        var launched = there("plan", "launch", "job", "-n", "speech", "--set", "name=held", "--set", "queue=speech",
                "--wait", "1", "--apply", "--yes");
        assertThat(launched.out() + launched.err())
                .contains("the queue has not admitted the workload: couldn't assign flavors");

        var outcome = there("why", "speech/held");
        assertThat(outcome.out()).isEqualTo("""
                speech/held · Job
                Suspended until Kueue queue “speech” admits the workload.
                Kueue reports: couldn't assign flavors to pod set main: \
                insufficient unused quota for nvidia.com/gpu in flavor h100, 1 more needed.

                If resumed
                  Nodes now have room for 5 pods, 1 requested.

                Fixes
                  1. Raise the nominalQuota of ClusterQueue speech, or wait until other admitted workloads finish.
                     kubectl %s edit clusterqueues.kueue.x-k8s.io speech
                """.formatted(named()));
        assertThat(there("why", "speech/held", "-o", "json").out()).contains("\"work\" : \"Job/held\"",
                "“speech” admits the workload\"", "\"detail\" : \"Kueue reports: couldn't assign",
                "\"kind\" : \"edit\"");
    }

    @Test
    void aJobThatSomebodySuspendedIsSaidToBeResumable() throws Exception {
        var suspended = there("plan", "launch", "job", "-n", "ci", "--set", "name=paused", "--set",
                "command=sleep 7200", "--wait", "0", "--apply", "--yes");
        assertThat(suspended.code()).as(suspended.err()).isZero();
        assertThat(there("plan", "suspend", "job/paused", "-n", "ci", "--apply", "--yes").code()).isZero();

        assertThat(there("why", "ci/paused").out()).contains("creates no pods until it is resumed.",
                "1. Resume the workload, unless it was suspended on purpose.\n     tessera plan resume job/paused -n "
                        + "ci " + named());
    }

    @Test
    void whatAQuotaRefusesIsSaidToHaveNoPods() throws Exception {
        var file = Files.writeString(home.resolve("quota.yaml"), """
                apiVersion: v1
                kind: ResourceQuota
                metadata: {name: none, namespace: vision}
                spec: {hard: {requests.nvidia.com/gpu: 0}}
                """);
        var bounded = there("plan", "launch", "-f", file.toString(), "--apply", "--yes");
        assertThat(bounded.code()).as(bounded.err()).isZero();
        try (var admin = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig()))
                .build()) {
            // Nothing is refused before the quota has been counted.
            Seen.await(() -> admin.resourceQuotas().inNamespace("vision").withName("none").get().getStatus()
                    .getHard() != null);
        }
        assertThat(there("plan", "launch", "inference", "-n", "vision", "--set", "name=refused", "--wait", "1",
                "--apply", "--yes").err()).contains("exceeded quota: none");

        assertThat(there("why", "vision/refused").out()).startsWith("""
                vision/refused · Deployment
                ResourceQuota “none” rejects the workload’s pods (16 of 0 nvidia.com/gpu used, 1 requested).
                """).contains("exceeded quota: none, requested: requests.nvidia.com/gpu=1",
                "1. Raise ResourceQuota none to allow one more pod, or wait until other pods finish.");
    }

    @Test
    void whoMayNotReadJobsIsToldThatAMisspeltPodIsNotThere() throws Exception {
        var denied = SimulatedHttpServerFaults.of(cluster).addFault("GET .*/namespaces/speech/jobs/.*",
                SimulatedHttpServerFault
                        .forbidden("jobs.batch \"hled\" is forbidden: User \"dev\" cannot get resource \"jobs\""));
        try {
            var outcome = there("why", "speech/hled");
            assertThat(outcome.code()).isNotZero();
            assertThat(outcome.err()).contains("Pod “speech/hled” not found",
                    "Workloads without pods could not be looked up");
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
        Files.writeString(folder.resolve("titled.yaml"),
                Files.readString(folder.resolve("mine.yaml")).replace("description: Ours", "title: Named well"));

        var listed = run("launch", "--list");
        assertThat(listed.out()).containsPattern("mine +Ours").doesNotContain("broken")
                .as("what is called well needs no description").containsPattern("titled +Named well");
        assertThat(listed.err()).contains("Template broken.yaml cannot be used. The line “---”");
        assertThat(run("launch", "--list", "-o", "json").out()).contains("\"file\" : \"broken.yaml\"");
        assertThat(run("launch", "mine", "--set", "name=x").out()).contains("name: x");
        assertThat(run("launch", "broken").err()).contains("Template broken.yaml cannot be used");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {", namespace: default | ${namespace} | default | namespace: default",
        ", namespace: | ${namespace} | vision |", "'' | '' | vision |",
        "'' | research | research | namespace: research"})
    void aTemplateOfOnesOwnGoesWhereItSaysAndElseWhereTheContextDoes(String asked, String written, String goes,
            @Nullable String alone) throws Exception {
        var folder = Files.createDirectories(home.resolve(".config/tessera/templates"));
        Files.writeString(folder.resolve("placed.yaml"), """
                description: Placed
                parameters: {name: placed%s}
                ---
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  name: ${name}
                %s""".formatted(asked, written.isEmpty() ? "" : "  namespace: " + written + "\n"));
        var own = Files.writeString(home.resolve("vision.kubeconfig"),
                cluster.kubeconfig().replace("context:\n", "context:\n    namespace: vision\n")).toString();

        var planned = there("plan", "launch", "placed", "--wait", "0", "--kubeconfig", own);
        assertThat(planned.out()).as(planned.err()).contains("Launch ConfigMap/placed in " + goes + "\n");
        assertThat(run("launch", "placed").out()).as("nobody knows of a context")
                .endsWith("name: placed\n" + (alone == null ? "" : "  " + alone + "\n"));
    }

    @Test
    void misuseIsExplained() throws Exception {
        for (var words : new String[][] {{"plan", "launch", "pod", "-f", "a"}, {"launch", "pod", "--set", "count=0"}}) {
            var outcome = run(words);
            assertThat(outcome.code()).as(outcome.err()).isEqualTo(2);
            assertThat(outcome.err()).startsWith("tessera: ").hasLineCount(2);
        }
    }
}
