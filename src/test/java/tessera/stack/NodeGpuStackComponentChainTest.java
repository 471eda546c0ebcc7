package tessera.stack;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tessera.stack.NodeGpuStackComponent.NodeComponentState;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Of everything that does not run on a node, the first in the order of starting is named; the rest only waits for it. */
class NodeGpuStackComponentChainTest {

    @Test
    void aHealthyNodeHasNothingToExplainAndNeedsNoMigManager() {
        var chain = new Scene().chain();
        assertThat(chain.finding()).isEmpty();
        assertThat(Scene.states(chain)).containsExactly(NodeComponentState.READY, NodeComponentState.READY,
                NodeComponentState.READY, NodeComponentState.READY, NodeComponentState.READY, NodeComponentState.READY,
                NodeComponentState.READY, NodeComponentState.ABSENT);
        assertThat(chain.driverVersion()).isEqualTo("580.126.20");
    }

    @Test
    void nothingIsMissedOnANodeWhoseGpusAreHandedOutByClaims() {
        var scene = new Scene().label("nvidia.com/gpu.deploy.dra-driver", "true").offers(0, 0);
        for (var component : List.of(GpuStackComponent.VALIDATOR, GpuStackComponent.PLUGIN, GpuStackComponent.FEATURES,
                GpuStackComponent.EXPORTER)) {
            scene.without(component).label(component.gateLabel(), "");
        }
        assertThat(scene.chain().finding()).isEmpty();
        assertThat(scene.chain().linkOf(GpuStackComponent.PLUGIN).text()).contains("through ResourceClaims");
        assertThat(scene.without(GpuStackComponent.TOOLKIT).chain().finding().orElseThrow().component())
                .isEqualTo(GpuStackComponent.TOOLKIT);

        scene.label(GpuStackComponent.DRIVER.gateLabel(), "").label(GpuStackComponent.TOOLKIT.gateLabel(), "");
        assertThat(scene.chain().kind()).isEqualTo(NodeGpuStackVariant.CLAIMS);
        assertThat(scene.chain().finding()).as("nothing of the stack is missed").isEmpty();
    }

    @Test
    void whatComesAfterABrokenDriverOnlyWaits() {
        var chain = new Scene().pod(GpuStackComponent.DRIVER, "CrashLoopBackOff", 14, Duration.ofMinutes(38))
                .pod(GpuStackComponent.TOOLKIT, "Init:0/1").pod(GpuStackComponent.VALIDATOR, "Init:0/4")
                .pod(GpuStackComponent.PLUGIN, "Init:0/1").pod(GpuStackComponent.FEATURES, "Init:0/1")
                .pod(GpuStackComponent.EXPORTER, "Init:0/1").offers(4, 0).chain();
        assertThat(Scene.states(chain)).containsExactly(NodeComponentState.READY, NodeComponentState.BROKEN,
                NodeComponentState.WAITS, NodeComponentState.WAITS, NodeComponentState.WAITS, NodeComponentState.WAITS,
                NodeComponentState.WAITS, NodeComponentState.ABSENT);
        assertThat(chain.linkOf(GpuStackComponent.DRIVER).text()).isEqualTo("CrashLoopBackOff · 14 restarts");
        assertThat(chain.linkOf(GpuStackComponent.TOOLKIT).text()).isEqualTo("Init:0/1 · waiting for driver");
        assertThat(chain.linkOf(GpuStackComponent.EXPORTER).text()).isEqualTo("Init:0/1 · waiting for toolkit");
        assertThat(chain.finding().orElseThrow().component()).isEqualTo(GpuStackComponent.DRIVER);
        assertThat(chain.driverVersion()).as("the label is left over from before").isEmpty();
    }

    static Stream<Arguments> troubles() {
        return Stream.of(
                trouble(GpuStackComponent.DISCOVERY, "Node Feature Discovery is not running",
                        scene -> scene.label("feature.node.kubernetes.io/pci-10de.present", "false")
                                .label("nvidia.com/gpu.present", "false").without(GpuStackComponent.DISCOVERY)),
                trouble(GpuStackComponent.DISCOVERY, "detects no NVIDIA device",
                        scene -> scene.label("feature.node.kubernetes.io/pci-10de.present", "false")
                                .label("nvidia.com/gpu.present", "false")),
                trouble(GpuStackComponent.DRIVER, "no driver image",
                        scene -> scene.pod(GpuStackComponent.DRIVER, "ImagePullBackOff")),
                trouble(GpuStackComponent.DRIVER, "driver upgrade failed",
                        scene -> scene.label("nvidia.com/gpu-driver-upgrade-state", "upgrade-failed")),
                trouble(GpuStackComponent.EXPORTER, "The exporter keeps restarting",
                        scene -> scene.label("nvidia.com/gpu-driver-upgrade-state", "upgrade-failed")
                                .pod(GpuStackComponent.EXPORTER, "Error")),
                trouble(GpuStackComponent.DRIVER, "takes too long to become ready",
                        scene -> scene.pod(GpuStackComponent.DRIVER, "Pending", 0, Duration.ofHours(2))),
                trouble(GpuStackComponent.TOOLKIT, "cannot configure the runtime",
                        scene -> scene.pod(GpuStackComponent.TOOLKIT, "CrashLoopBackOff")),
                trouble(GpuStackComponent.TOOLKIT, "has no pod on the node",
                        scene -> scene.without(GpuStackComponent.TOOLKIT).taint("dedicated")),
                trouble(GpuStackComponent.TOOLKIT, "does not manage the node yet",
                        scene -> scene.without(GpuStackComponent.TOOLKIT)
                                .label("nvidia.com/gpu.deploy.container-toolkit", "")
                                .pod(GpuStackComponent.VALIDATOR, "Init:0/4").pod(GpuStackComponent.PLUGIN, "Init:0/1")
                                .offers(0, 0)),
                trouble(GpuStackComponent.PLUGIN, "advertises no device", scene -> scene.offers(0, 0)),
                trouble(GpuStackComponent.PLUGIN, "advertises no device",
                        scene -> scene.offers(0, 0).pod(GpuStackComponent.VALIDATOR, "Init:CrashLoopBackOff")),
                trouble(GpuStackComponent.PLUGIN, "is waiting for a missing configuration",
                        scene -> scene.pod(GpuStackComponent.PLUGIN, "Init:1/2")),
                trouble(GpuStackComponent.VALIDATOR, "is stuck although its dependencies are ready",
                        scene -> scene.pod(GpuStackComponent.VALIDATOR, "Init:2/4")),
                trouble(GpuStackComponent.PLUGIN, "is waiting for a driver, but the operator installs none",
                        scene -> scene.undeployed(GpuStackComponent.DRIVER).undeployed(GpuStackComponent.TOOLKIT)
                                .undeployed(GpuStackComponent.VALIDATOR).pod(GpuStackComponent.PLUGIN, "Init:0/1")),
                trouble(GpuStackComponent.EXPORTER, "The exporter keeps restarting",
                        scene -> scene.pod(GpuStackComponent.EXPORTER, "Error")),
                trouble(GpuStackComponent.FEATURES, "ran out of memory",
                        scene -> scene.pod(GpuStackComponent.FEATURES, "OOMKilled")),
                trouble(GpuStackComponent.MIG, "configuration could not be applied",
                        scene -> scene.pod(GpuStackComponent.MIG, "Running")
                                .label("nvidia.com/gpu.deploy.mig-manager", "true")
                                .label("nvidia.com/mig.config.state", "failed")),
                trouble(GpuStackComponent.PLUGIN, "paused by a label",
                        scene -> scene.label("nvidia.com/gpu.deploy.device-plugin", "paused-for-mig-change")
                                .without(GpuStackComponent.PLUGIN)));
    }

    private static Arguments trouble(GpuStackComponent at, String text, UnaryOperator<Scene> change) {
        return arguments(at, text, change);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("troubles")
    void theFirstLinkThatDoesNotHoldIsExplained(GpuStackComponent at, String text, UnaryOperator<Scene> change) {
        var finding = change.apply(new Scene()).chain().finding().orElseThrow();
        assertThat(finding.component()).isEqualTo(at);
        assertThat(finding.headline()).contains(text);
        assertThat(finding.remedy()).isNotBlank();
        assertThat(finding.headline() + finding.explanation() + finding.remedy()).doesNotContain("{", "}");
    }

    @Test
    void aMigManagerThatIsKeptFromAGpuMayTryAgainOnceThatIsFree() {
        var explained = GpuStackComponentFailureExplainer.standard();
        var line = "The following GPUs could not be reset: GPU 00000000:17:00.0: In use by another client";
        var last = "Error applying MIG configuration with hooks: error resetting all GPUs: exit status 1";

        assertThat(explained.restartProblem(GpuStackComponent.MIG, "a100-1", List.of(line, last))).isEmpty();
        assertThat(explained.restartProblem(GpuStackComponent.MIG, "a100-1", List.of(last))).isPresent();
    }

    @Test
    void aPodThatHasJustBegunIsNotBroken() {
        var chain = new Scene().pod(GpuStackComponent.DRIVER, "ContainerCreating", 0, Duration.ofMinutes(2))
                .pod(GpuStackComponent.TOOLKIT, "Init:0/1", 0, Duration.ofMinutes(2)).chain();
        assertThat(chain.finding()).isEmpty();
        assertThat(chain.linkOf(GpuStackComponent.DRIVER).state()).isEqualTo(NodeComponentState.STARTING);
        assertThat(chain.linkOf(GpuStackComponent.TOOLKIT).state()).isEqualTo(NodeComponentState.WAITS);
    }

    @Test
    void manyRestartsInAShortTimeWantALookAndAFewInAYearDoNot() {
        var chain = new Scene().pod(GpuStackComponent.EXPORTER, "Running", 3, Duration.ofDays(2))
                .pod(GpuStackComponent.PLUGIN, "Running", 4, Duration.ofDays(300)).chain();
        assertThat(chain.linkOf(GpuStackComponent.EXPORTER).state()).isEqualTo(NodeComponentState.LOOK);
        assertThat(chain.linkOf(GpuStackComponent.EXPORTER).summary()).isEqualTo("3 restarts");
        assertThat(chain.linkOf(GpuStackComponent.PLUGIN).state()).isEqualTo(NodeComponentState.READY);
        assertThat(chain.finding()).isEmpty();
    }

    @Test
    void whatIsNotSeenIsNeitherBrokenNorReady() {
        assertThat(Scene.states(new Scene().lost().chain())).containsOnly(NodeComponentState.UNKNOWN,
                NodeComponentState.ABSENT);
        var unseen = new Scene().unseen().chain();
        assertThat(unseen.linkOf(GpuStackComponent.DRIVER).state()).isEqualTo(NodeComponentState.UNKNOWN);
        assertThat(unseen.finding()).isEmpty();
    }

    @Test
    void whatComesWithTheMachineOrIsTurnedOffIsNotMissed() {
        var chain = new Scene().undeployed(GpuStackComponent.DRIVER).undeployed(GpuStackComponent.TOOLKIT)
                .label("nvidia.com/gpu.deploy.driver", "pre-installed").chain();
        assertThat(chain.linkOf(GpuStackComponent.DRIVER).summary()).isEqualTo("on the host");
        assertThat(chain.linkOf(GpuStackComponent.TOOLKIT).state()).isEqualTo(NodeComponentState.ABSENT);
        assertThat(chain.finding()).isEmpty();
        var out = new Scene().label("nvidia.com/gpu.deploy.operands", "false").chain();
        assertThat(out.isManaged()).isFalse();
        assertThat(out.finding()).isEmpty();
    }

    @Test
    void anUpgradeUnderWayIsTold() {
        var chain = new Scene().label("nvidia.com/gpu-driver-upgrade-state", "pod-deletion-required").chain();
        assertThat(chain.linkOf(GpuStackComponent.DRIVER).text()).isEqualTo("upgrade: deleting GPU pods");
        assertThat(chain.upgrade().isInProgress()).isTrue();
        assertThat(chain.finding()).isEmpty();
    }

    @Test
    void theLogNamesTheCauseWhereTheStateCannot() {
        var chain = new Scene().pod(GpuStackComponent.DRIVER, "CrashLoopBackOff").chain();
        var finding = GpuStackComponentFailureExplainer.standard().explainLines(
                List.of("Installing Linux kernel headers...", "Could not resolve Linux kernel version"),
                chain.linkOf(chain.finding().orElseThrow().component()), chain.node());
        assertThat(finding.orElseThrow().headline()).isEqualTo("The driver cannot be built for this kernel");
        assertThat(finding.orElseThrow().evidence()).isEqualTo("Could not resolve Linux kernel version");
        assertThat(GpuStackComponentFailureExplainer.standard().explainLines(List.of("all is well"),
                chain.linkOf(chain.finding().orElseThrow().component()), chain.node())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "TOOLKIT   | level=error msg=\"unable to find containerd config\"     | The toolkit does not find the containerd configuration",
        "EXPORTER  | Profiling cannot be watched: the resource is in use      | Another program uses the profiling counters",
        "VALIDATOR | WARNING: infoROM is corrupted at gpu 0000:17:00.0        | A GPU reports a corrupted infoROM",
        "PLUGIN    | No devices found. Waiting indefinitely.                  | The device plugin finds "
                + "no device and is waiting",
        "FEATURES  | NVRM: Xid 119: Timeout waiting for RPC from GSP           | A GPU does not answer the driver",
        "VALIDATOR | CUDA failure: system not yet initialized                 | The NVLink fabric is not ready",
        "DRIVER    | insmod: ERROR: Required key not available                | Secure Boot rejects the driver module",
        "PLUGIN    | failed to load kernel module nvidia: Required key not available | Secure Boot rejects the driver module",
        "PLUGIN    | error: unable to load config: unknown resource           | The device plugin rejects its configuration"})
    void whatALogSaysIsKnownForWhatItIs(GpuStackComponent part, String line, String headline) {
        var chain = new Scene().pod(part, "CrashLoopBackOff").chain();
        assertThat(GpuStackComponentFailureExplainer.standard().explainLines(List.of(line),
                chain.linkOf(chain.finding().orElseThrow().component()), chain.node()))
                .hasValueSatisfying(finding -> assertThat(finding.headline()).isEqualTo(headline));
    }
}
