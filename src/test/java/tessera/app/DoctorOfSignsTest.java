package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.testfx.util.WaitForAsyncUtils;
import tessera.demo.SimulatedCluster.SimulationOptions;
import tessera.demo.http.SimulatedHttpServerFault;
import tessera.demo.http.SimulatedHttpServerFaults;

import static org.assertj.core.api.Assertions.assertThat;

/** What is wrong with a GPU stack and told by none of its labels and states is found in its objects. */
@Timeout(180)
class DoctorOfSignsTest extends ServedCluster {

    private static final String UPGRADE = "nvidia.com/gpu-driver-upgrade-state";

    private KubernetesClient colleague;

    @Override
    public SimulationOptions options() {
        return super.options().withNodes(5).withSpeed(60).withActivity(false);
    }

    @BeforeEach
    void arrive() {
        colleague = new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
    }

    @AfterEach
    void leave() {
        SimulatedHttpServerFaults.of(cluster).clear();
        colleague.close();
    }

    @Test
    void aConfigurationThatIsEditedIsNotTakenUpUntilPluginsStartAnew() throws Exception {
        assertThat(found("config-stale")).isEmpty();
        var map = colleague.configMaps().inNamespace("gpu-operator").withName("device-plugin-config");
        map.edit(each -> each.edit().addToData("whole", """
                version: v1
                sharing:
                  timeSlicing:
                    resources:
                    - name: nvidia.com/gpu
                      replicas: 4
                """).build());

        assertThat(found("config-stale")).singleElement().satisfies(finding -> {
            assertThat(finding.path("headline").asText())
                    .endsWith("still uses device-plugin-config as it was before the last edit");
            assertThat(finding.path("evidence").toString()).contains("the ConfigMap was edited at ",
                    "label nvidia.com/gpu.replicas=1 instead of 4");
            for (var command : finding.path("commands")) {
                var texts = List.of((command.asText().replaceFirst("^tessera ", "") + " --apply --yes").split(" "));
                assertThat(there(texts.toArray(String[]::new)).code()).isZero();
            }
        });
        eventually(() -> found("config-stale").isEmpty());
    }

    @Test
    void podsThatHoldUpAnUpgradeAreNamedWithWhatKeepsThem() throws Exception {
        var node = gpuNode();
        // Nobody else takes the GPUs that become free.
        cordon(node, true);
        colleague.pods().inAnyNamespace().withField("spec.nodeName", node).list().getItems().stream()
                .filter(each -> each.getSpec().getContainers().stream()
                        .anyMatch(container -> container.getResources().getLimits().containsKey("nvidia.com/gpu")))
                .forEach(each -> colleague.resource(each).withGracePeriod(0).delete());
        var alone = pod(node, "alone");
        colleague.pods().inNamespace("default").resource(alone).create();
        var careful = pod(node, "careful");
        colleague.apps().replicaSets().inNamespace("default")
                .resource(new ReplicaSetBuilder().withNewMetadata().withName("careful").endMetadata().withNewSpec()
                        .withReplicas(1).withNewSelector().addToMatchLabels("app", "careful").endSelector()
                        .withNewTemplate().withMetadata(careful.getMetadata()).withSpec(careful.getSpec()).endTemplate()
                        .endSpec().build())
                .create();
        colleague.policy().v1().podDisruptionBudget().inNamespace("default")
                .resource(new PodDisruptionBudgetBuilder().withNewMetadata().withName("all").endMetadata().withNewSpec()
                        .withMaxUnavailable(new IntOrString(0)).withNewSelector().addToMatchLabels("app", "careful")
                        .endSelector().endSpec().build())
                .create();
        eventually(() -> List.of("alone", "careful").stream().allMatch(this::runs));
        assertThat(found("upgrade-held")).isEmpty();
        label(node, "pod-deletion-required");

        assertThat(found("upgrade-held")).singleElement().satisfies(finding -> {
            assertThat(finding.path("node").asText()).isEqualTo(node);
            assertThat(finding.path("evidence")).extracting(JsonNode::asText)
                    .contains("default/alone has no controller, and the upgrade policy does not set force")
                    .anySatisfy(text -> assertThat(text).startsWith("default/careful-")
                            .endsWith(" cannot be evicted now: PodDisruptionBudget all allows no disruption"));
        });
        Colleague.insists(() -> colleague.nodes().withName(node).edit(each -> each.edit().editMetadata()
                .addToLabels("nvidia.com/gpu-operator.driver.owner", "h100").endMetadata().build()));
        assertThat(found("upgrade-held")).as("the policy of an NVIDIADriver is not that of the ClusterPolicy")
                .singleElement().satisfies(finding -> assertThat(finding.path("evidence")).singleElement()
                        .satisfies(words -> assertThat(words.asText()).contains("PodDisruptionBudget all")));

        colleague.pods().inNamespace("default").withName("alone").withGracePeriod(0).delete();
        colleague.apps().replicaSets().inNamespace("default").withName("careful").delete();
        eventually(() -> !found("upgrade-held").toString().contains("default/"));
        label(node, "upgrade-done");
        cordon(node, false);
    }

    private void made(String kind, String name, Map<String, Object> spec) {
        var object = new GenericKubernetesResource();
        object.setApiVersion("monitoring.coreos.com/v1");
        object.setKind(kind);
        object.setMetadata(new PodBuilder().withNewMetadata().withName(name).withNamespace("default").endMetadata()
                .build().getMetadata());
        object.setAdditionalProperty("spec", spec);
        colleague.resource(object).create();
    }

    @Test
    void exportersThatTwoMonitorsSelectAreToldAndThoseThatNoPrometheusHeeds() throws Exception {
        assertThat(found("exporter-read-twice")).isEmpty();
        for (var name : List.of("one", "other")) {
            made("ServiceMonitor", name, Map.of("namespaceSelector", Map.of("any", true), "selector",
                    Map.of("matchLabels", Map.of("app", "nvidia-dcgm-exporter")), "endpoints", List.of()));
        }

        assertThat(found("exporter-read-twice")).singleElement()
                .satisfies(finding -> assertThat(finding.path("headline").asText())
                        .contains("servicemonitors/one -n default", "servicemonitors/other -n default"));
        assertThat(found("exporter-unread")).as("whoever reads them may not be an object of the cluster").isEmpty();

        made("Prometheus", "k8s", Map.of("serviceMonitorSelector", Map.of("matchLabels", Map.of("release", "kps"))));
        assertThat(found("exporter-unread")).singleElement().satisfies(finding -> {
            assertThat(finding.path("headline").asText()).endsWith(
                    "the monitor of the GPU exporter: servicemonitors/one -n default and servicemonitors/other -n default");
            assertThat(finding.path("evidence").get(0).asText())
                    .startsWith("Prometheus default/k8s selects serviceMonitors with {")
                    .contains("\"release\":\"kps\"");
        });
        assertThat(found("exporter-read-twice")).as("nobody reads it, so nobody twice").isEmpty();
        var forbidden = SimulatedHttpServerFaults.of(cluster).addFault(
                "GET /apis/monitoring.coreos.com/v1/prometheuses.*",
                SimulatedHttpServerFault.ofAnswer(403, "text/plain", "not for this one"));
        assertThat(found("exporter-read-twice")).as("who may not see Prometheuses is told what he may").hasSize(1);
        assertThat(there("doctor", "-o", "json").out())
                .contains("Whether any Prometheus selects the exporters’ ServiceMonitors and PodMonitors: ");
        forbidden.run();

        made("Prometheus", "all",
                Map.of("serviceMonitorSelector", Map.of(), "serviceMonitorNamespaceSelector", Map.of()));
        assertThat(found("exporter-unread")).isEmpty();
    }

    @Test
    void whereNoExporterRunsNobodyIsToldToWaitForReadings() throws Exception {
        exporter(false);
        eventually(() -> colleague.pods().inNamespace("gpu-operator").withLabel("app", "nvidia-dcgm-exporter").list()
                .getItems().stream().allMatch(pod -> pod.getMetadata().getDeletionTimestamp() != null));

        var told = new ObjectMapper().readTree(there("doctor", "-o", "json").out()).path("notLookedAt").toString();
        assertThat(told).contains("no exporter or other metrics source found").doesNotContain("no reading yet");
        exporter(true);
    }

    private void exporter(boolean wanted) {
        colleague.nodes().withLabel("nvidia.com/gpu.present", "true").list().getItems()
                .forEach(node -> Colleague.insists(() -> colleague.nodes().withName(node.getMetadata().getName())
                        .edit(each -> each.edit().editMetadata()
                                .addToLabels("nvidia.com/gpu.deploy.dcgm-exporter", Boolean.toString(wanted))
                                .endMetadata().build())));
    }

    @Test
    void machinesThatTheCloudDoesNotHaveAreTold() throws Exception {
        assertThat(found("no-capacity")).as("without Karpenter").isEmpty();
        colleague.load(stream("""
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: nodeclaims.karpenter.sh}
                spec:
                  group: karpenter.sh
                  scope: Cluster
                  names: {plural: nodeclaims, singular: nodeclaim, kind: NodeClaim, listKind: NodeClaimList}
                  versions:
                  - name: v1
                    served: true
                    storage: true
                    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
                """)).create();
        eventually(() -> claimed());

        assertThat(found("no-capacity")).singleElement().satisfies(finding -> {
            assertThat(finding.path("headline").asText())
                    .isEqualTo("No node for nodeclaims/gpu-x7k2p: the cloud has no capacity of this instance type");
            assertThat(finding.path("evidence").toString()).contains("no p5.48xlarge in us-east-1a");
        });
    }

    private boolean claimed() {
        try {
            colleague
                    .load(stream(
                            """
                                    apiVersion: karpenter.sh/v1
                                    kind: NodeClaim
                                    metadata: {name: gpu-x7k2p}
                                    status:
                                      conditions:
                                      - {type: Launched, status: "False", reason: InsufficientCapacity, message: no p5.48xlarge in us-east-1a}
                                    """))
                    .create();
            return true;
        } catch (KubernetesClientException notYet) {
            return false;
        }
    }

    private static ByteArrayInputStream stream(String yaml) {
        return new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void ofOneNodeNothingIsReadThatIsAboutOthers() throws Exception {
        SimulatedHttpServerFaults.of(cluster).addFault("GET /apis/monitoring.coreos.com/v1/servicemonitors.*",
                SimulatedHttpServerFault.ofAnswer(403, "text/plain", "not for this one"));

        assertThat(there("doctor", "-o", "json").out()).contains("ServiceMonitors and PodMonitors of exporters: ");
        var node = new ObjectMapper().readTree(there("doctor", "--node", gpuNode(), "-o", "json").out());
        assertThat(node.path("lookedAt").toString()).contains("the components of 1 node");
        assertThat(node.path("notLookedAt").toString()).isNotEmpty().doesNotContain("Prometheus monitors of exporters");
    }

    private String gpuNode() {
        return colleague.nodes().withLabel("nvidia.com/gpu.present", "true").list().getItems().getFirst().getMetadata()
                .getName();
    }

    private void cordon(String node, boolean cordoned) {
        Colleague.insists(() -> colleague.nodes().withName(node)
                .edit(each -> each.edit().editSpec().withUnschedulable(cordoned).endSpec().build()));
    }

    private void label(String node, String state) {
        Colleague.insists(() -> colleague.nodes().withName(node)
                .edit(each -> each.edit().editMetadata().addToLabels(UPGRADE, state).endMetadata().build()));
    }

    private static Pod pod(String node, String app) {
        return new PodBuilder().withNewMetadata().withName(app).addToLabels("app", app).endMetadata().withNewSpec()
                .withNodeName(node).addNewToleration().withOperator("Exists").endToleration().addNewContainer()
                .withName("main").withImage("registry.example/work:1").withNewResources()
                .addToLimits("nvidia.com/gpu", new Quantity("1")).endResources().endContainer().endSpec().build();
    }

    private boolean runs(String app) {
        return colleague.pods().inNamespace("default").withLabel("app", app).list().getItems().stream()
                .anyMatch(pod -> "Running".equals(pod.getStatus().getPhase()));
    }

    private static void eventually(Callable<Boolean> so) throws TimeoutException {
        WaitForAsyncUtils.waitFor(3, TimeUnit.MINUTES, so);
    }

    private List<JsonNode> found(String id) throws Exception {
        return StreamSupport
                .stream(new ObjectMapper().readTree(there("doctor", "-o", "json").out()).path("findings").spliterator(),
                        false)
                .filter(finding -> finding.path("id").asText().equals(id)).toList();
    }
}
