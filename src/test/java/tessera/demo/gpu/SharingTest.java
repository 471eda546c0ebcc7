package tessera.demo.gpu;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What becomes of a node's devices when their sharing is changed as an operator changes it. */
class SharingTest extends LiveStack {

    private static final String CONFIG = "nvidia.com/device-plugin.config";
    private static final String GPU = "nvidia.com/gpu";
    private static final String MAP = Kube.OPERATOR + "/configmaps/device-plugin-config";
    private static final String PLUGIN = "nvidia-device-plugin-daemonset";

    SharingTest() {
        super(10);
    }

    private void awaitCapacity(String node, String resource, String amount) {
        kube.await(() -> kube.capacity(node, resource), amount::equals);
    }

    private void configure(String key, String text) {
        kube.patch(MAP, "{\"data\":{\"%s\":\"%s\"}}".formatted(key, text.replace("\n", "\\n")));
    }

    @Test
    void aNodeThatIsLabelledWithAConfigurationOffersSharesWithinSecondsAndTakesThemBackWithTheLabel() {
        var plugin = Kube.name(kube.operand(PLUGIN, "b200-02").getFirst());
        kube.label("b200-02", CONFIG, "shared-4");
        awaitCapacity("b200-02", GPU, "32");
        awaitLabel("b200-02", "nvidia.com/gpu.replicas", "4");

        assertThat(kube.allocatable("b200-02", GPU)).isEqualTo("32");
        assertThat(kube.label("b200-02", "nvidia.com/gpu.product")).isEqualTo("NVIDIA-B200-SHARED");
        assertThat(kube.label("b200-02", "nvidia.com/gpu.sharing-strategy")).isEqualTo("time-slicing");
        assertThat(kube.label("b200-02", "nvidia.com/gpu.count")).isEqualTo("8");
        assertThat(Kube.name(kube.operand(PLUGIN, "b200-02").getFirst())).isEqualTo(plugin);

        kube.label("b200-02", CONFIG, null);
        awaitCapacity("b200-02", GPU, "8");
        awaitLabel("b200-02", "nvidia.com/gpu.product", "NVIDIA-B200");
    }

    @Test
    void sharesWithANameOfTheirOwnLeaveTheProductAsItIs() {
        kube.label("b200-02", CONFIG, "renamed-4");
        awaitCapacity("b200-02", GPU + ".shared", "32");
        awaitLabel("b200-02", "nvidia.com/gpu.sharing-strategy", "time-slicing");

        assertThat(kube.capacity("b200-02", GPU)).isEqualTo("0");
        assertThat(kube.label("b200-02", "nvidia.com/gpu.product")).isEqualTo("NVIDIA-B200");
    }

    @Test
    void anEditedConfigurationCountsForNothingUntilThePluginStartsAnew() {
        configure("shared-4", """
                version: v1
                sharing:
                  timeSlicing:
                    resources:
                    - name: nvidia.com/gpu
                      replicas: 6
                """);
        kube.label("b200-02", CONFIG, "shared-4");
        awaitCapacity("b200-02", GPU, "32");
        assertThat(kube.capacity("l40s-01", GPU)).isEqualTo("16");

        kube.restart(PLUGIN, "l40s-01");
        awaitCapacity("l40s-01", GPU, "24");
        assertThat(kube.capacity("l40s-03", GPU)).isEqualTo("16");
    }

    @Test
    void aMisplacedRenameByDefaultIsPassedOver() {
        configure("misplaced", """
                version: v1
                sharing:
                  timeSlicing:
                    resources:
                    - name: nvidia.com/gpu
                      renameByDefault: true
                      replicas: 3
                """);
        kube.restart(PLUGIN, "b200-02");
        kube.label("b200-02", CONFIG, "misplaced");
        awaitCapacity("b200-02", GPU, "24");

        assertThat(kube.capacity("b200-02", GPU + ".shared")).isEmpty();
    }

    @Test
    void processesShareAnUndividedNodeAndGetTheirDaemon() {
        configure("mps-10", """
                version: v1
                sharing:
                  mps:
                    resources:
                    - name: nvidia.com/gpu
                      replicas: 10
                """);
        kube.restart(PLUGIN, "b200-02");
        kube.restart("gpu-feature-discovery", "b200-02");
        kube.label("b200-02", CONFIG, "mps-10");
        awaitCapacity("b200-02", GPU, "80");
        awaitLabel("b200-02", "nvidia.com/mps.capable", "true");

        kube.await(() -> kube.operand("nvidia-device-plugin-mps-control-daemon", "b200-02"), pods -> pods.size() == 1);
        assertThat(kube.label("b200-02", "nvidia.com/gpu.sharing-strategy")).isEqualTo("mps");
    }

    @Test
    void aConfigurationThatIsNotThereMakesThePluginStartAgainAndAgainAndANodeWithoutItOffersNothing() {
        kube.label("b200-02", CONFIG, "shraed-4");
        kube.await(() -> kube.operand(PLUGIN, "b200-02").toString(), text -> text.contains("CrashLoopBackOff"));
        kube.await(() -> kube.allocatable("b200-02", GPU), "0"::equals);

        kube.label("b200-02", CONFIG, "shared-4");
        kube.await(() -> kube.allocatable("b200-02", GPU), "32"::equals);
    }

    @Test
    void whoAsksForTwoSharesWhereOneIsTheMostIsRefusedByTheNode() {
        kube.post("/api/v1/namespaces/default/pods",
                """
                        {"kind":"Pod","apiVersion":"v1","metadata":{"name":"greedy"},"spec":{"nodeName":"l40s-01","restartPolicy":
                        "Never","tolerations":[{"operator":"Exists"}],"containers":[{"name":"main","image":"busybox:1","command":
                        ["sleep","60"],"resources":{"limits":{"nvidia.com/gpu":"2"}}}]}}""");
        var pod = kube.await(() -> kube.get("/api/v1/namespaces/default/pods/greedy"),
                found -> found.at("/status/phase").asText().equals("Failed"));

        assertThat(pod.at("/status/reason").asText()).isEqualTo("UnexpectedAdmissionError");
        assertThat(pod.at("/status/message").asText())
                .contains("maximum request size for shared resources is 1; found 2");
    }
}
