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
import tessera.stack.ChainLink.LinkState;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Of everything that does not run on a node, the first in the order of starting is named; the rest only waits for it. */
class NodeChainTest {

    @Test
    void aHealthyNodeHasNothingToExplainAndNeedsNoMigManager() {
        var chain = new Scene().chain();
        assertThat(chain.finding()).isEmpty();
        assertThat(Scene.states(chain)).containsExactly(LinkState.READY, LinkState.READY, LinkState.READY,
                LinkState.READY,
                LinkState.READY, LinkState.READY, LinkState.READY, LinkState.ABSENT);
        assertThat(chain.driverVersion()).isEqualTo("580.126.20");
    }

    @Test
    void nothingIsMissedOnANodeWhoseGpusAreHandedOutByClaims() {
        var scene = new Scene().label("nvidia.com/gpu.deploy.dra-driver", "true").offers(0, 0);
        for (var component : List.of(StackComponent.VALIDATOR, StackComponent.PLUGIN, StackComponent.FEATURES,
                StackComponent.EXPORTER)) {
            scene.without(component).label(component.gateLabel(), "");
        }
        assertThat(scene.chain().finding()).isEmpty();
        assertThat(scene.chain().linkOf(StackComponent.PLUGIN).text()).contains("by claims");
        assertThat(scene.without(StackComponent.TOOLKIT).chain().finding().orElseThrow().component())
                .isEqualTo(StackComponent.TOOLKIT);

        scene.label(StackComponent.DRIVER.gateLabel(), "").label(StackComponent.TOOLKIT.gateLabel(), "");
        assertThat(scene.chain().kind()).isEqualTo(StackKind.CLAIMS);
        assertThat(scene.chain().finding()).as("nothing of the stack is missed").isEmpty();
    }

    @Test
    void whatComesAfterABrokenDriverOnlyWaits() {
        var chain = new Scene().pod(StackComponent.DRIVER, "CrashLoopBackOff", 14, Duration.ofMinutes(38))
                .pod(StackComponent.TOOLKIT, "Init:0/1").pod(StackComponent.VALIDATOR, "Init:0/4")
                .pod(StackComponent.PLUGIN, "Init:0/1").pod(StackComponent.FEATURES, "Init:0/1")
                .pod(StackComponent.EXPORTER, "Init:0/1").offers(4, 0).chain();
        assertThat(Scene.states(chain)).containsExactly(LinkState.READY, LinkState.BROKEN, LinkState.WAITS,
                LinkState.WAITS,
                LinkState.WAITS, LinkState.WAITS, LinkState.WAITS, LinkState.ABSENT);
        assertThat(chain.linkOf(StackComponent.DRIVER).text()).isEqualTo("CrashLoopBackOff · 14 restarts");
        assertThat(chain.linkOf(StackComponent.TOOLKIT).text()).isEqualTo("Init:0/1 · waits for driver");
        assertThat(chain.linkOf(StackComponent.EXPORTER).text()).isEqualTo("Init:0/1 · waits for toolkit");
        assertThat(chain.finding().orElseThrow().component()).isEqualTo(StackComponent.DRIVER);
        assertThat(chain.driverVersion()).as("the label is left over from before").isEmpty();
    }

    static Stream<Arguments> troubles() {
        return Stream.of(
                trouble(StackComponent.DISCOVERY, "Node feature discovery does not run",
                        scene -> scene.label("feature.node.kubernetes.io/pci-10de.present", "false")
                                .label("nvidia.com/gpu.present", "false").without(StackComponent.DISCOVERY)),
                trouble(StackComponent.DISCOVERY, "sees no NVIDIA device",
                        scene -> scene.label("feature.node.kubernetes.io/pci-10de.present", "false")
                                .label("nvidia.com/gpu.present", "false")),
                trouble(StackComponent.DRIVER, "no driver image",
                        scene -> scene.pod(StackComponent.DRIVER, "ImagePullBackOff")),
                trouble(StackComponent.DRIVER, "upgrade of the driver failed",
                        scene -> scene.label("nvidia.com/gpu-driver-upgrade-state", "upgrade-failed")),
                trouble(StackComponent.EXPORTER, "The exporter keeps restarting",
                        scene -> scene.label("nvidia.com/gpu-driver-upgrade-state", "upgrade-failed")
                                .pod(StackComponent.EXPORTER, "Error")),
                trouble(StackComponent.DRIVER, "on its way for too long",
                        scene -> scene.pod(StackComponent.DRIVER, "Pending", 0, Duration.ofHours(2))),
                trouble(StackComponent.TOOLKIT, "cannot set up the runtime",
                        scene -> scene.pod(StackComponent.TOOLKIT, "CrashLoopBackOff")),
                trouble(StackComponent.TOOLKIT, "has no pod on the node",
                        scene -> scene.without(StackComponent.TOOLKIT).taint("dedicated")),
                trouble(StackComponent.TOOLKIT, "has not taken the node on",
                        scene -> scene.without(StackComponent.TOOLKIT)
                                .label("nvidia.com/gpu.deploy.container-toolkit", "")),
                trouble(StackComponent.PLUGIN, "offers no device", scene -> scene.offers(0, 0)),
                trouble(StackComponent.PLUGIN, "offers no device",
                        scene -> scene.offers(0, 0).pod(StackComponent.VALIDATOR, "Init:CrashLoopBackOff")),
                trouble(StackComponent.PLUGIN, "waits for a configuration",
                        scene -> scene.pod(StackComponent.PLUGIN, "Init:1/2")),
                trouble(StackComponent.VALIDATOR, "waits for nothing that is missing",
                        scene -> scene.pod(StackComponent.VALIDATOR, "Init:2/4")),
                trouble(StackComponent.PLUGIN, "waits for a driver, and the operator installs none",
                        scene -> scene.undeployed(StackComponent.DRIVER).undeployed(StackComponent.TOOLKIT)
                                .undeployed(StackComponent.VALIDATOR).pod(StackComponent.PLUGIN, "Init:0/1")),
                trouble(StackComponent.EXPORTER, "The exporter keeps restarting",
                        scene -> scene.pod(StackComponent.EXPORTER, "Error")),
                trouble(StackComponent.FEATURES, "ran out of memory",
                        scene -> scene.pod(StackComponent.FEATURES, "OOMKilled")),
                trouble(StackComponent.MIG, "layout could not be made",
                        scene -> scene.pod(StackComponent.MIG, "Running")
                                .label("nvidia.com/gpu.deploy.mig-manager", "true")
                                .label("nvidia.com/mig.config.state", "failed")),
                trouble(StackComponent.PLUGIN, "paused by a label",
                        scene -> scene.label("nvidia.com/gpu.deploy.device-plugin", "paused-for-mig-change")
                                .without(StackComponent.PLUGIN)));
    }

    private static Arguments trouble(StackComponent at, String text, UnaryOperator<Scene> change) {
        return arguments(at, text, change);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("troubles")
    void theFirstLinkThatDoesNotHoldIsExplained(StackComponent at, String text, UnaryOperator<Scene> change) {
        var finding = change.apply(new Scene()).chain().finding().orElseThrow();
        assertThat(finding.component()).isEqualTo(at);
        assertThat(finding.headline()).contains(text);
        assertThat(finding.remedy()).isNotBlank();
        assertThat(finding.headline() + finding.explanation() + finding.remedy()).doesNotContain("{", "}");
    }

    @Test
    void aMigManagerThatIsKeptFromAGpuMayTryAgainOnceThatIsFree() {
        var explained = LinkExplanations.standard();
        var line = "The following GPUs could not be reset: GPU 00000000:17:00.0: In use by another client";
        var last = "Error applying MIG configuration with hooks: error resetting all GPUs: exit status 1";

        assertThat(explained.restartProblem(StackComponent.MIG, "a100-1", List.of(line, last))).isEmpty();
        assertThat(explained.restartProblem(StackComponent.MIG, "a100-1", List.of(last))).isPresent();
    }

    @Test
    void aPodThatHasJustBegunIsNotBroken() {
        var chain = new Scene().pod(StackComponent.DRIVER, "ContainerCreating", 0, Duration.ofMinutes(2))
                .pod(StackComponent.TOOLKIT, "Init:0/1", 0, Duration.ofMinutes(2)).chain();
        assertThat(chain.finding()).isEmpty();
        assertThat(chain.linkOf(StackComponent.DRIVER).state()).isEqualTo(LinkState.STARTING);
        assertThat(chain.linkOf(StackComponent.TOOLKIT).state()).isEqualTo(LinkState.WAITS);
    }

    @Test
    void manyRestartsInAShortTimeWantALookAndAFewInAYearDoNot() {
        var chain = new Scene().pod(StackComponent.EXPORTER, "Running", 3, Duration.ofDays(2))
                .pod(StackComponent.PLUGIN, "Running", 4, Duration.ofDays(300)).chain();
        assertThat(chain.linkOf(StackComponent.EXPORTER).state()).isEqualTo(LinkState.LOOK);
        assertThat(chain.linkOf(StackComponent.EXPORTER).brief()).isEqualTo("3 restarts");
        assertThat(chain.linkOf(StackComponent.PLUGIN).state()).isEqualTo(LinkState.READY);
        assertThat(chain.finding()).isEmpty();
    }

    @Test
    void whatIsNotSeenIsNeitherBrokenNorReady() {
        assertThat(Scene.states(new Scene().lost().chain())).containsOnly(LinkState.UNKNOWN, LinkState.ABSENT);
        var unseen = new Scene().unseen().chain();
        assertThat(unseen.linkOf(StackComponent.DRIVER).state()).isEqualTo(LinkState.UNKNOWN);
        assertThat(unseen.finding()).isEmpty();
    }

    @Test
    void whatComesWithTheMachineOrIsTurnedOffIsNotMissed() {
        var chain = new Scene().undeployed(StackComponent.DRIVER).undeployed(StackComponent.TOOLKIT)
                .label("nvidia.com/gpu.deploy.driver", "pre-installed").chain();
        assertThat(chain.linkOf(StackComponent.DRIVER).brief()).isEqualTo("on the host");
        assertThat(chain.linkOf(StackComponent.TOOLKIT).state()).isEqualTo(LinkState.ABSENT);
        assertThat(chain.finding()).isEmpty();
        var out = new Scene().label("nvidia.com/gpu.deploy.operands", "false").chain();
        assertThat(out.isManaged()).isFalse();
        assertThat(out.finding()).isEmpty();
    }

    @Test
    void anUpgradeUnderWayIsTold() {
        var chain = new Scene().label("nvidia.com/gpu-driver-upgrade-state", "pod-deletion-required").chain();
        assertThat(chain.linkOf(StackComponent.DRIVER).text()).isEqualTo("upgrade: GPU pods are being evicted");
        assertThat(chain.upgrade().isInProgress()).isTrue();
        assertThat(chain.finding()).isEmpty();
    }

    @Test
    void theLogNamesTheCauseWhereTheStateCannot() {
        var chain = new Scene().pod(StackComponent.DRIVER, "CrashLoopBackOff").chain();
        var finding = LinkExplanations.standard().explainLines(List.of("Installing Linux kernel headers...",
                "Could not resolve Linux kernel version"), chain.linkOf(chain.finding().orElseThrow().component()),
                chain.node());
        assertThat(finding.orElseThrow().headline()).isEqualTo("The driver cannot be built for this kernel.");
        assertThat(finding.orElseThrow().evidence()).isEqualTo("Could not resolve Linux kernel version");
        assertThat(LinkExplanations.standard().explainLines(List.of("all is well"),
                chain.linkOf(chain.finding().orElseThrow().component()),
                chain.node()))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "TOOLKIT   | level=error msg=\"unable to find containerd config\"     | The toolkit does not find the configuration of containerd.",
        "EXPORTER  | Profiling cannot be watched: the resource is in use      | Something else holds the profiling counters.",
        "VALIDATOR | WARNING: infoROM is corrupted at gpu 0000:17:00.0        | A GPU says that its infoROM is damaged.",
        "PLUGIN    | No devices found. Waiting indefinitely.                  | The device plugin finds no device, and waits.",
        "FEATURES  | NVRM: Xid 119: Timeout waiting for RPC from GSP           | A GPU does not answer the driver.",
        "VALIDATOR | CUDA failure: system not yet initialized                 | The fabric of the NVLink switches is not up.",
        "DRIVER    | insmod: ERROR: Required key not available                | Secure Boot refuses the driver’s module.",
        "PLUGIN    | failed to load kernel module nvidia: Required key not available | Secure Boot refuses the driver’s module.",
        "PLUGIN    | error: unable to load config: unknown resource           | The device plugin does not accept its configuration."})
    void whatALogSaysIsKnownForWhatItIs(StackComponent part, String line, String headline) {
        var chain = new Scene().pod(part, "CrashLoopBackOff").chain();
        assertThat(LinkExplanations.standard().explainLines(List.of(line),
                chain.linkOf(chain.finding().orElseThrow().component()),
                chain.node()))
                .hasValueSatisfying(finding -> assertThat(finding.headline()).isEqualTo(headline));
    }
}
