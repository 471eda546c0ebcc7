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
import tessera.stack.Link.State;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/** Of everything that does not run on a node, the first in the order of starting is named; the rest only waits for it. */
class NodeChainTest {

    @Test
    void aHealthyNodeHasNothingToExplainAndNeedsNoMigManager() {
        var chain = new Scene().chain();
        assertThat(chain.finding()).isEmpty();
        assertThat(Scene.states(chain)).containsExactly(State.READY, State.READY, State.READY, State.READY,
                State.READY, State.READY, State.READY, State.ABSENT);
        assertThat(chain.driver()).isEqualTo("580.126.20");
    }

    @Test
    void nothingIsMissedOnANodeWhoseGpusAreHandedOutByClaims() {
        var scene = new Scene().label("nvidia.com/gpu.deploy.dra-driver", "true").offers(0, 0);
        for (var component : List.of(Component.VALIDATOR, Component.PLUGIN, Component.FEATURES, Component.EXPORTER)) {
            scene.without(component).label(component.gate(), "");
        }
        assertThat(scene.chain().finding()).isEmpty();
        assertThat(scene.chain().link(Component.PLUGIN).words()).contains("by claims");
        assertThat(scene.without(Component.TOOLKIT).chain().finding().orElseThrow().at())
                .isEqualTo(Component.TOOLKIT);

        scene.label(Component.DRIVER.gate(), "").label(Component.TOOLKIT.gate(), "");
        assertThat(scene.chain().kind()).isEqualTo(StackKind.CLAIMS);
        assertThat(scene.chain().finding()).as("nothing of the stack is missed").isEmpty();
    }

    @Test
    void whatComesAfterABrokenDriverOnlyWaits() {
        var chain = new Scene().pod(Component.DRIVER, "CrashLoopBackOff", 14, Duration.ofMinutes(38))
                .pod(Component.TOOLKIT, "Init:0/1").pod(Component.VALIDATOR, "Init:0/4")
                .pod(Component.PLUGIN, "Init:0/1").pod(Component.FEATURES, "Init:0/1")
                .pod(Component.EXPORTER, "Init:0/1").offers(4, 0).chain();
        assertThat(Scene.states(chain)).containsExactly(State.READY, State.BROKEN, State.WAITS, State.WAITS,
                State.WAITS, State.WAITS, State.WAITS, State.ABSENT);
        assertThat(chain.link(Component.DRIVER).words()).isEqualTo("CrashLoopBackOff · 14 restarts");
        assertThat(chain.link(Component.TOOLKIT).words()).isEqualTo("Init:0/1 · waits for driver");
        assertThat(chain.link(Component.EXPORTER).words()).isEqualTo("Init:0/1 · waits for toolkit");
        assertThat(chain.finding().orElseThrow().at()).isEqualTo(Component.DRIVER);
        assertThat(chain.driver()).as("the label is left over from before").isEmpty();
    }

    static Stream<Arguments> troubles() {
        return Stream.of(
                trouble(Component.DISCOVERY, "Node feature discovery does not run",
                        scene -> scene.label("feature.node.kubernetes.io/pci-10de.present", "false")
                                .label("nvidia.com/gpu.present", "false").without(Component.DISCOVERY)),
                trouble(Component.DISCOVERY, "sees no NVIDIA device",
                        scene -> scene.label("feature.node.kubernetes.io/pci-10de.present", "false")
                                .label("nvidia.com/gpu.present", "false")),
                trouble(Component.DRIVER, "no driver image",
                        scene -> scene.pod(Component.DRIVER, "ImagePullBackOff")),
                trouble(Component.DRIVER, "upgrade of the driver failed",
                        scene -> scene.label("nvidia.com/gpu-driver-upgrade-state", "upgrade-failed")),
                trouble(Component.EXPORTER, "The exporter keeps restarting",
                        scene -> scene.label("nvidia.com/gpu-driver-upgrade-state", "upgrade-failed")
                                .pod(Component.EXPORTER, "Error")),
                trouble(Component.DRIVER, "on its way for too long",
                        scene -> scene.pod(Component.DRIVER, "Pending", 0, Duration.ofHours(2))),
                trouble(Component.TOOLKIT, "cannot set up the runtime",
                        scene -> scene.pod(Component.TOOLKIT, "CrashLoopBackOff")),
                trouble(Component.TOOLKIT, "has no pod on the node",
                        scene -> scene.without(Component.TOOLKIT).taint("dedicated")),
                trouble(Component.TOOLKIT, "has not taken the node on",
                        scene -> scene.without(Component.TOOLKIT)
                                .label("nvidia.com/gpu.deploy.container-toolkit", "")),
                trouble(Component.PLUGIN, "offers no device", scene -> scene.offers(0, 0)),
                trouble(Component.PLUGIN, "waits for a configuration",
                        scene -> scene.pod(Component.PLUGIN, "Init:1/2")),
                trouble(Component.VALIDATOR, "waits for nothing that is missing",
                        scene -> scene.pod(Component.VALIDATOR, "Init:2/4")),
                trouble(Component.PLUGIN, "waits for a driver, and the operator installs none",
                        scene -> scene.undeployed(Component.DRIVER).undeployed(Component.TOOLKIT)
                                .undeployed(Component.VALIDATOR).pod(Component.PLUGIN, "Init:0/1")),
                trouble(Component.EXPORTER, "The exporter keeps restarting",
                        scene -> scene.pod(Component.EXPORTER, "Error")),
                trouble(Component.FEATURES, "ran out of memory",
                        scene -> scene.pod(Component.FEATURES, "OOMKilled")),
                trouble(Component.MIG, "layout could not be made",
                        scene -> scene.pod(Component.MIG, "Running").label("nvidia.com/gpu.deploy.mig-manager", "true")
                                .label("nvidia.com/mig.config.state", "failed")),
                trouble(Component.PLUGIN, "paused by a label",
                        scene -> scene.label("nvidia.com/gpu.deploy.device-plugin", "paused-for-mig-change")
                                .without(Component.PLUGIN)));
    }

    private static Arguments trouble(Component at, String words, UnaryOperator<Scene> change) {
        return arguments(at, words, change);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("troubles")
    void theFirstLinkThatDoesNotHoldIsExplained(Component at, String words, UnaryOperator<Scene> change) {
        var finding = change.apply(new Scene()).chain().finding().orElseThrow();
        assertThat(finding.at()).isEqualTo(at);
        assertThat(finding.headline()).contains(words);
        assertThat(finding.remedy()).isNotBlank();
        assertThat(finding.headline() + finding.because() + finding.remedy()).doesNotContain("{", "}");
    }

    @Test
    void aPodThatHasJustBegunIsNotBroken() {
        var chain = new Scene().pod(Component.DRIVER, "ContainerCreating", 0, Duration.ofMinutes(2))
                .pod(Component.TOOLKIT, "Init:0/1", 0, Duration.ofMinutes(2)).chain();
        assertThat(chain.finding()).isEmpty();
        assertThat(chain.link(Component.DRIVER).state()).isEqualTo(State.STARTING);
        assertThat(chain.link(Component.TOOLKIT).state()).isEqualTo(State.WAITS);
    }

    @Test
    void manyRestartsInAShortTimeWantALookAndAFewInAYearDoNot() {
        var chain = new Scene().pod(Component.EXPORTER, "Running", 3, Duration.ofDays(2))
                .pod(Component.PLUGIN, "Running", 4, Duration.ofDays(300)).chain();
        assertThat(chain.link(Component.EXPORTER).state()).isEqualTo(State.LOOK);
        assertThat(chain.link(Component.EXPORTER).brief()).isEqualTo("3 restarts");
        assertThat(chain.link(Component.PLUGIN).state()).isEqualTo(State.READY);
        assertThat(chain.finding()).isEmpty();
    }

    @Test
    void whatIsNotSeenIsNeitherBrokenNorReady() {
        assertThat(Scene.states(new Scene().lost().chain())).containsOnly(State.UNKNOWN, State.ABSENT);
        var unseen = new Scene().unseen().chain();
        assertThat(unseen.link(Component.DRIVER).state()).isEqualTo(State.UNKNOWN);
        assertThat(unseen.finding()).isEmpty();
    }

    @Test
    void whatComesWithTheMachineOrIsTurnedOffIsNotMissed() {
        var chain = new Scene().undeployed(Component.DRIVER).undeployed(Component.TOOLKIT)
                .label("nvidia.com/gpu.deploy.driver", "pre-installed").chain();
        assertThat(chain.link(Component.DRIVER).brief()).isEqualTo("on the host");
        assertThat(chain.link(Component.TOOLKIT).state()).isEqualTo(State.ABSENT);
        assertThat(chain.finding()).isEmpty();
        var out = new Scene().label("nvidia.com/gpu.deploy.operands", "false").chain();
        assertThat(out.managed()).isFalse();
        assertThat(out.finding()).isEmpty();
    }

    @Test
    void anUpgradeUnderWayIsTold() {
        var chain = new Scene().label("nvidia.com/gpu-driver-upgrade-state", "pod-deletion-required").chain();
        assertThat(chain.link(Component.DRIVER).words()).isEqualTo("upgrade: GPU pods are being evicted");
        assertThat(chain.upgrade().underWay()).isTrue();
        assertThat(chain.finding()).isEmpty();
    }

    @Test
    void theLogNamesTheCauseWhereTheStateCannot() {
        var chain = new Scene().pod(Component.DRIVER, "CrashLoopBackOff").chain();
        var finding = Explanations.standard().read(List.of("Installing Linux kernel headers...",
                "Could not resolve Linux kernel version"), chain.link(chain.finding().orElseThrow().at()),
                chain.node());
        assertThat(finding.orElseThrow().headline()).isEqualTo("The driver cannot be built for this kernel.");
        assertThat(finding.orElseThrow().evidence()).isEqualTo("Could not resolve Linux kernel version");
        assertThat(Explanations.standard().read(List.of("all is well"), chain.link(chain.finding().orElseThrow().at()),
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
        "PLUGIN    | error: unable to load config: unknown resource           | The device plugin does not accept its configuration."})
    void whatALogSaysIsKnownForWhatItIs(Component part, String line, String headline) {
        var chain = new Scene().pod(part, "CrashLoopBackOff").chain();
        assertThat(Explanations.standard().read(List.of(line), chain.link(chain.finding().orElseThrow().at()),
                chain.node()))
                .hasValueSatisfying(finding -> assertThat(finding.headline()).isEqualTo(headline));
    }
}
