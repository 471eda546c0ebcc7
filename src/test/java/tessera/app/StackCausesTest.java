package tessera.app;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.app.Program.Outcome;

import static org.assertj.core.api.Assertions.assertThat;

/** What doctor and stack say of clusters of somebody else: healthy where GPUs are offered, else the cause that was read. */
class StackCausesTest {

    @TempDir
    Path folder;

    private Outcome run(String cluster, String... command) throws Exception {
        try (var recorded = RecordedCluster.serve(cluster, folder)) {
            return recorded.run(command);
        }
    }

    /** The finding about a node of {@code operand-causes}, some of whose lines are others. */
    private String findingOfChanged(String node, UnaryOperator<String> change) throws Exception {
        var changed = Files.readString(Path.of("src/test/resources/clusters/operand-causes.yaml")).lines().map(change)
                .collect(Collectors.joining("\n"));
        try (var recorded = RecordedCluster.serve(List.of(Files.writeString(folder.resolve("changed.yaml"), changed)),
                folder)) {
            return findingOf(recorded.run("doctor").out(), node);
        }
    }

    private JsonNode json(String cluster) throws Exception {
        return new ObjectMapper().readTree(run(cluster, "stack", "-o", "json").out());
    }

    /** The finding about a node, as it is printed. */
    private String finding(String cluster, String node) throws Exception {
        return findingOf(run(cluster, "doctor").out(), node);
    }

    private static String findingOf(String printed, String node) {
        for (var finding : printed.split("\n\n", -1)) {
            if (finding.contains("about     nodes/" + node + "\n") && !finding.contains("The exporter of")) {
                return finding;
            }
        }
        return "";
    }

    @Test
    void pluginTooOldForUnifiedMemoryIsToldFromItsLog() throws Exception {
        assertThat(finding("operand-causes", "spark-1"))
                .contains("CRITICAL  spark-1: Device plugin is too old for a GPU with unified memory")
                .contains("error getting device memory: Not Supported").contains("0.17.4").doesNotContain("ConfigMap")
                .contains("tessera logs gpu-operator/nvidia-device-plugin-daemonset-spark-1");
    }

    @Test
    void pluginThatIsNotTooOldIsNotCalledSoForTheSameComplaint() throws Exception {
        assertThat(finding("operand-causes", "spark-2"))
                .contains("Device plugin cannot read the memory of a GPU", "error getting device memory: Not Supported")
                .doesNotContain("too old");
    }

    @Test
    void pluginWhoseImageTellsNoVersionIsNotCalledTooOldForSure() throws Exception {
        assertThat(finding("operand-causes", "spark-3")).contains("Device plugin cannot read the memory of a GPU",
                "Either the version is too old", "or the driver").doesNotContain("Device plugin is too old");
    }

    @Test
    void runtimeThatIsNotConfiguredIsToldFromEventsWithThePathsOfTheDistribution() throws Exception {
        assertThat(finding("operand-causes", "r1"))
                .contains("CRITICAL  r1: On r1, containerd", "has no runtime called “nvidia”")
                .contains("FailedCreatePodSandBox")
                .contains("CONTAINERD_CONFIG=/var/lib/rancher/rke2/agent/etc/containerd")
                .as("a container that was never created has no log").doesNotContain("tessera logs")
                .contains("tessera doctor --pod gpu-operator/nvidia-operator-validator-r1");
    }

    @Test
    void runtimeIsNamedAsPeopleNameItAndGetsNoAdviceForAnother() throws Exception {
        assertThat(finding("operand-causes", "r2"))
                .contains("CRITICAL  r2: On r2, cri-o 1.34.1 has no runtime called “nvidia”")
                .doesNotContain("CONTAINERD_CONFIG");
    }

    @Test
    void runtimeThatIsNotConfiguredIsToldWithThePathsOfEachDistribution() throws Exception {
        assertThat(findingOfChanged("r1", line -> line.replace("+rke2r1", "+k0s")))
                .contains("CONTAINERD_CONFIG=/etc/k0s/containerd.d/nvidia.toml", "/run/k0s/containerd.sock")
                .doesNotContain("rancher");
        assertThat(findingOfChanged("r1",
                line -> line.replace("+rke2r1", "").replace("\"kubernetes.io/hostname\": \"r1\"",
                        "\"microk8s.io/cluster\": \"true\"")))
                .contains("CONTAINERD_CONFIG=/var/snap/microk8s/current/args/containerd-template.toml",
                        "CONTAINERD_SOCKET=/var/snap/microk8s/common/run/containerd.sock")
                .doesNotContain("rancher");
    }

    @Test
    void driverThatGkeDoesNotInstallIsNoMatterOfTheOperator() throws Exception {
        assertThat(finding("gke-driver-disabled", "gke-none"))
                .contains("CRITICAL  gke-none: GKE installs no NVIDIA driver on the node pool of gke-none",
                        "GPU driver auto installation is disabled", "gpu-driver-version of the node pool")
                .doesNotContain("operator");
        assertThat(finding("gke-driver-disabled", "gke-late"))
                .contains("CRITICAL  gke-late: Device plugin is waiting for the NVIDIA driver",
                        "nvidia-driver-installer")
                .doesNotContain("operator");
    }

    @Test
    void resetThatTheMachineRefusesIsNotTriedAgain() throws Exception {
        assertThat(finding("operand-causes", "gcp-1")).contains("CRITICAL  gcp-1: The MIG change to all-1g.5gb failed")
                .contains("Resetting GPU 00000000:00:04.0 is not supported").contains("WITH_REBOOT=true")
                .contains("a change of MIG mode requires a reset. Virtual machines often")
                .doesNotContain("restart-manager");
        try (var cluster = RecordedCluster.serve("operand-causes", folder)) {
            assertThat(cluster.run("plan", "mend-mig", "gcp-1", "--by", "restart-manager").out()).contains("Refused:",
                    "The GPUs of gcp-1 cannot be reset, but a change of MIG mode requires a reset. Set WITH_REBOOT=true");
        }
        var layouts = Files.writeString(folder.resolve("layouts.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: default-mig-parted-config, namespace: gpu-operator}
                data:
                  config.yaml: |
                    version: v1
                    mig-configs:
                      all-2g.10gb: [{devices: all, mig-enabled: true, mig-devices: {"2g.10gb": 3}}]
                """);
        try (var cluster = RecordedCluster
                .serve(List.of(Path.of("src/test/resources/clusters/operand-causes.yaml"), layouts), folder)) {
            assertThat(cluster.run("plan", "mig", "gcp-1", "--config", "all-2g.10gb", "--mixed").out()).contains(
                    "The last MIG change on gcp-1 failed: The GPUs of gcp-1 cannot be reset, but a change of MIG "
                            + "mode requires a reset. Set WITH_REBOOT=true");
        }
    }

    /** What a plan to cut the GPUs of gcp-1 anew warns of; its cluster is changed line by line. */
    private String planned(UnaryOperator<String> change, String config, String... more) throws Exception {
        var changed = Files.write(folder.resolve("changed.yaml"),
                Files.readAllLines(Path.of("src/test/resources/clusters/operand-causes.yaml")).stream().map(change)
                        .toList());
        var layouts = Files.writeString(folder.resolve("layouts.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: default-mig-parted-config, namespace: gpu-operator}
                data:
                  config.yaml: |
                    version: v1
                    mig-configs:
                      all-1g.5gb: [{devices: all, mig-enabled: true, mig-devices: {"1g.5gb": 7}}]
                      all-2g.10gb: [{devices: all, mig-enabled: true, mig-devices: {"2g.10gb": 3}}]
                      all-disabled: [{devices: all, mig-enabled: false, mig-devices: {}}]
                """ + String.join("", more));
        try (var cluster = RecordedCluster.serve(List.of(changed, layouts), folder)) {
            return cluster.run("plan", "mig", "gcp-1", "--config", config, "--mixed").out();
        }
    }

    @Test
    void resetThatIsRefusedMattersOnlyWhereMigIsTurnedOnOrOff() throws Exception {
        UnaryOperator<String> ampere = line -> line.replace("\"nvidia.com/gpu.count\": \"1\"",
                "\"nvidia.com/gpu.count\": \"1\", \"nvidia.com/gpu.family\": \"ampere\"");
        UnaryOperator<String> divided = line -> line.contains("\"name\": \"gcp-1\"")
                ? ampere.apply(line).replace("\"nvidia.com/gpu\": \"1\"", "\"nvidia.com/mig-1g.5gb\": \"7\"")
                : line;

        assertThat(planned(ampere, "all-2g.10gb")).contains("The last MIG change on gcp-1 failed",
                "MIG mode may be turned on for gcp-1");
        assertThat(planned(divided, "all-2g.10gb")).contains("gcp-1: all-1g.5gb → all-2g.10gb")
                .doesNotContain("The last change of MIG", "The MIG mode of GPUs");
        assertThat(planned(divided, "all-disabled")).contains("The last MIG change on gcp-1 failed",
                "MIG mode is turned off for gcp-1");
    }

    @Test
    void logThatMayNotBeReadIsNotedWhereItWouldTellOfARefusedReset() throws Exception {
        assertThat(planned(UnaryOperator.identity(), "all-2g.10gb", "---\nkind: Recording\nforbidden: [pods/log]\n"))
                .contains("Cannot tell why the last MIG change on gcp-1 failed: ")
                .doesNotContain("The last MIG change on gcp-1 failed:");
    }

    @Test
    void driverThatComesWithTheMachineIsNotBlamedWhereTheDevicePluginRuns() throws Exception {
        assertThat(findingOfChanged("gcp-1",
                line -> line.contains("-daemonset-gcp-1\"") && !line.contains("plugin") ? ""
                        : line.contains("\"name\": \"gcp-1\"")
                                ? line.replaceAll("\"nvidia.com/gpu.deploy.(driver|container-toolkit)\": \"true\",", "")
                                : line))
                .contains("CRITICAL  gcp-1: The MIG change to all-1g.5gb failed", "WITH_REBOOT=true")
                .doesNotContain("has not taken the node on");
        assertThat(findingOfChanged("gcp-1", line -> line.contains("-gcp-1\"") && !line.contains("nvidia-mig-manager")
                ? ""
                : line.contains("\"name\": \"gcp-1\"") ? line
                        .replaceAll("\"nvidia.com/gpu.deploy.(driver|container-toolkit)\": \"true\",", "").replaceAll(
                                "(gpu.deploy.(operator-validator|device-plugin|gpu-feature-discovery|dcgm-exporter)\": )\"true\"",
                                "$1\"paused-for-mig-change\"")
                        : line))
                .as("the change left its operands paused").contains("WITH_REBOOT=true")
                .doesNotContain("does not manage the node yet");
    }

    @Test
    void mpsDaemonThatIsNotThereIsNotToBeDeleted() throws Exception {
        assertThat(findingOfChanged("mps-1", line -> line.contains("mps-control-daemon-m") ? "" : line))
                .contains("No MPS control daemon found on mps-1", "nvidia.com/mps.capable=true")
                .doesNotContain("delete");
    }

    @Test
    void exporterThatDoesNotAnswerIsToldBesideAnotherPartThatFails() throws Exception {
        var printed = run("operand-causes", "doctor").out();
        assertThat(printed).contains("The exporter of gcp-1 has not answered");
        assertThat(printed.lines().filter(line -> line.contains("has not answered") || line.contains("the same on")))
                .as("its pod has not started").noneMatch(line -> line.contains("r1"));
    }

    @Test
    void mpsDaemonThatDoesNotAnswerIsTheCauseAndNotAMissingDevice() throws Exception {
        assertThat(finding("operand-causes", "mps-1")).contains("The MPS control daemon of mps-1 does not answer")
                .contains("error waiting for MPS daemon").doesNotContain("found no device")
                .as("daemons of other nodes have clients")
                .contains("tessera plan delete gpu-operator/nvidia-device-plugin-mps-control-daemon-m")
                .doesNotContain("daemonset/");
    }

    @Test
    void daemonSetsOfAChartAreToldApartAlthoughTheyShareALabel() throws Exception {
        assertThat(finding("mps-of-a-chart", "a")).contains("The MPS control daemon of a does not answer")
                .contains("tessera plan delete nvidia/nvdp-nvidia-device-plugin-mps-control-daemon-a");
        assertThat(run("mps-of-a-chart", "stack").out())
                .containsPattern("Other plugins +nvidia/nvdp-nvidia-device-plugin\n");
    }

    @Test
    void containerBesideTheDriverThatFailsIsNoEmergencyWhileGpusAreOffered() throws Exception {
        var doctor = run("driver-pod-part-fails", "doctor");

        assertThat(doctor.out()).contains("WARNING  gd-1: A container of the driver pod keeps failing",
                "1 of 2 containers ready", "gds.enabled=false").doesNotContain("are not offered", "advertises no GPUs");
        assertThat(doctor.code()).isZero();
    }

    @Test
    void adviceForAnAmdNodeIsNotThatOfNvidia() throws Exception {
        assertThat(finding("amd-driver-missing", "mi-a"))
                .contains("Device plugin is waiting for the amdgpu driver", "spec.driver.enable=true")
                .doesNotContain("nvidia-smi");
    }

    @Test
    void aNodeWhoseGpusNobodyCountsHasAtLeastOne() throws Exception {
        var fleet = new ObjectMapper().readTree(run("amd-driver-missing", "fleet", "-o", "json").out());

        assertThat(fleet.at("/nodes/0/name").asText()).isEqualTo("mi-a");
        assertThat(fleet.at("/nodes/0/gpus").asInt()).isEqualTo(1);
        assertThat(fleet.at("/nodes/0/gpusBound").asText()).isEqualTo("at-least");
        assertThat(fleet.at("/gpus/free").asInt()).isZero();
        assertThat(fleet.at("/gpus/freeBound").asText()).as("none is offered, or the node is cordoned")
                .isEqualTo("exact");
        assertThat(fleet.at("/gpus/outOfServiceBound").asText())
                .as("of one node there may be more, and the GPUs of the cordoned one may be partitions")
                .isEqualTo("approximate");
        assertThat(run("amd-driver-missing", "gpus").out()).containsPattern("mi-a .* NotOffered");
    }

    @Test
    void anUpgradeThatAmdsOperatorGaveUpIsToldFromItsDeviceConfig() throws Exception {
        assertThat(finding("amd-driver-missing", "mi-b")).contains("The driver upgrade of mi-b failed (Drain-Failed)",
                "deviceconfigs/test-deviceconfig -n kube-amd-gpu: status of mi-b is Drain-Failed",
                "plan label mi-b operator.amd.com/gpu-driver-upgrade-state=upgrade-required");
        assertThat(finding("amd-driver-missing", "mi-a")).doesNotContain("driver upgrade");
        assertThat(run("amd-driver-missing", "doctor").out()).as("the operator cordoned it, and why is told")
                .doesNotContain("mi-b is cordoned");
    }

    @Test
    void aProfileThatAmdsConfigManagerCouldNotApplyIsTold() throws Exception {
        assertThat(run("amd-driver-missing", "doctor").out())
                .contains("AMD’s Device Config Manager could not partition the GPUs as the profile requires");
    }

    @Test
    void poolThatIsScaledToZeroIsNoReasonToInstallTheOperatorAgain() throws Exception {
        assertThat(run("operator-without-gpu-nodes", "doctor").out()).contains("0 critical, 0 warnings")
                .contains("INFO  Node labels and resources currently show no GPU on", "may be scaled to zero")
                .doesNotContain("Install the GPU operator", "preflight");
    }

    @Test
    void registrationThatTheKubeletLostIsToldWhereNothingElseIsComplainedOf() throws Exception {
        assertThat(finding("operand-causes", "reg-1")).contains("has registered, but the kubelet lists none");
    }

    @Test
    void memoryThatRanOutIsToldOfAPartThatOnlySeemsToCrash() throws Exception {
        assertThat(finding("operand-causes", "oom-1")).contains("WARNING  oom-1: Exporter ran out of memory");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            net-1    | cannot reach its package repositories         | Could not resolve 'archive.example'
            rhel-1   | The driver cannot be built for this kernel     | Unable to find a match: kernel-headers
            built-1  | module does not compile for this kernel        | kernel module was not created
            open-1   | needs the open kernel modules                  | driver.kernelModuleType=open
            sock-1   | The toolkit cannot reach the container runtime | CONTAINERD_SOCKET
            stale-1  | The device plugin rejects its configuration | unable to load config
            lost-1   | A GPU of lost-1 no longer answers              | GPU is lost
            csv-1    | The exporter keeps restarting                  | The log says: “Could not read metrics CSV: malformed
            auth-1   | The registry denies auth-1 the image | imagePullSecrets
            rate-1   | The registry rate-limits image pulls from rate-1       | toomanyrequests
            kernel-1 | There is no precompiled driver for this kernel | usePrecompiled=false
            """)
    void causeIsTheOneThatWasReadAndNotOneThatFits(String node, String headline, String text) throws Exception {
        assertThat(finding("operand-words", node)).contains(headline, text).doesNotContain("Usually");
    }

    @Test
    void complaintThatIsNotKnownIsQuotedInPlaceOfAGuess() throws Exception {
        assertThat(finding("operand-words", "ansi-1"))
                .contains("The log says: “06:00:01 ERR no quota left code=Unavailable”")
                .doesNotContain("ConfigMap", "json-1");
        assertThat(finding("operand-words", "json-1")).contains("and json-2")
                .contains("The log says: “Failed to start plugin: cannot bind /run/plugin/4711.sock”")
                .doesNotContain("ConfigMap", "ansi-1");
    }

    @Test
    void whatComesUpIsAStateAndNoFault() throws Exception {
        var doctor = run("operands-starting", "doctor");

        assertThat(doctor.code()).isZero();
        assertThat(doctor.out()).contains("0 critical, 0 warnings")
                .contains("INFO  GPU stack components are starting on new-1: Driver")
                .contains("INFO  The ClusterPolicy is not ready",
                        "components are not ready. The cause: components are still starting on joined-1, new-1 and up-1");
        assertThat(run("operands-starting", "stack").out()).contains("joining", "upgrading", "paused")
                .doesNotContain("is paused by a label");
    }

    @Test
    void gpusThatAreOfferedWithoutLabelsAreNoEmergency() throws Exception {
        assertThat(finding("operand-words", "lost-1")).contains("WARNING  lost-1: A GPU");
        assertThat(finding("operand-words", "mig-1")).contains("WARNING  mig-1: The GPUs of mig-1 cannot be reset",
                "WITH_REBOOT=true");
    }

    @ParameterizedTest
    @CsvSource({"vm-1", "vm-2"})
    void nodeForVirtualMachinesHasAChainOfItsOwnByItsLabelOrByDefault(String name) throws Exception {
        assertThat(finding("operand-causes", name)).isEmpty();

        var stack = json("operand-causes");
        var node = stack.path("nodes").valueStream().filter(element -> element.path("name").asText().equals(name))
                .findFirst().orElseThrow();
        assertThat(node.path("stack").asText()).isEqualTo("passthrough");
        assertThat(node.at("/links/driver/title").asText()).isEqualTo("VFIO manager");
        assertThat(node.at("/links/plugin/state").asText()).isEqualTo("ready");
        assertThat(node.at("/links/toolkit/state").asText()).isEqualTo("absent");
    }

    @Test
    void gpusThatPluginsOfCloudsOfferNeedNoOperator() throws Exception {
        var doctor = run("plugins-without-operator", "doctor");

        assertThat(doctor.code()).isZero();
        assertThat(doctor.out()).contains("0 critical, 0 warnings, 1 info")
                .contains("INFO  A device plugin runs without an operator: kube-system/nvidia-device-plugin-daemonset, "
                        + "kube-system/nvidia-gpu-device-plugin-small-cos")
                .contains("No exporter provides GPU metrics", "Install dcgm-exporter to get GPU metrics.")
                .as("clouds name the model").doesNotContain("Product and memory labels", "preflight");
        assertThat(run("plugins-without-operator", "stack").out()).contains("amd-1").doesNotContain("no worker");
    }

    @ParameterizedTest
    @CsvSource({"eks-1, H100 SXM 80 GB", "aks-1, H100 SXM 80 GB", "gke-1, L4 24 GB", "rocket-1, A10G 24 GB"})
    void modelsAreToldFromTheMachinesOfClouds(String node, String model) throws Exception {
        assertThat(run("plugins-without-operator", "fleet").out().lines().filter(line -> line.startsWith(node + " ")))
                .singleElement().satisfies(line -> assertThat(line).contains(model));
    }

    @Test
    void driverForClaimsIsAStackOfItsOwn() throws Exception {
        var doctor = run("claims-without-operator", "doctor");

        assertThat(doctor.code()).isZero();
        assertThat(doctor.out()).doesNotContain("device plugin", "No GPU stack");
        assertThat(json("claims-without-operator").at("/nodes/0/links/plugin/title").asText()).isEqualTo("DRA driver");
    }

    @Test
    void nodesOnWhichNothingOffersTheGpusAreNamed() throws Exception {
        var doctor = run("broken-without-operator", "doctor");

        assertThat(doctor.out()).contains("No GPU stack was found, and the GPUs of bare-1 are not advertised")
                .contains("crash-1: Device plugin finds no driver in its container")
                .contains("k3s-1: On k3s-1, containerd has no runtime called “nvidia”").contains("restart k3s");
        assertThat(doctor.code()).isEqualTo(1);
    }

    @Test
    void pluginOfOtherNodesIsNotToBeInstalledAgain() throws Exception {
        assertThat(run("plugin-not-everywhere", "stack", "-o", "wide").out().lines()
                .filter(line -> line.startsWith("tainted-1"))).singleElement().asString()
                .contains("The device plugin is running on other nodes, but not on tainted-1")
                .doesNotContain("Install");
    }

    @Test
    void pluginOfAnotherVendorOffersNoGpusOfThisOne() throws Exception {
        var mixed = Files.writeString(folder.resolve("mixed.yaml"),
                """
                        apiVersion: v1
                        kind: Node
                        metadata: {name: amd-1, labels: {kubernetes.io/hostname: amd-1}}
                        status:
                          capacity: {cpu: 64, memory: 515849300Ki, pods: 110, amd.com/gpu: 8}
                          allocatable: {cpu: 64, memory: 515849300Ki, pods: 110, amd.com/gpu: 8}
                          conditions: [{type: Ready, status: "True", reason: KubeletReady}]
                        ---
                        apiVersion: v1
                        kind: Pod
                        metadata:
                          name: amdgpu-device-plugin-x
                          namespace: kube-system
                          creationTimestamp: "2026-11-28T12:00:00Z"
                          labels: {name: amdgpu-dp-ds}
                          ownerReferences: [{apiVersion: apps/v1, kind: DaemonSet, name: amdgpu-device-plugin-daemonset, uid: d, controller: true}]
                        spec: {nodeName: amd-1, containers: [{name: plugin, image: "registry.example/amd-plugin:1"}]}
                        status:
                          phase: Running
                          containerStatuses: [{name: plugin, ready: true, restartCount: 0, state: {running: {startedAt: "2026-11-28T12:00:01Z"}}}]
                        ---
                        apiVersion: v1
                        kind: Node
                        metadata: {name: bare-1, labels: {kubernetes.io/hostname: bare-1, nvidia.com/gpu.present: "true"}}
                        status:
                          capacity: {cpu: 64, memory: 515849300Ki, pods: 110}
                          allocatable: {cpu: 64, memory: 515849300Ki, pods: 110}
                          conditions: [{type: Ready, status: "True", reason: KubeletReady}]
                        """);
        try (var cluster = RecordedCluster.serve(List.of(mixed), folder)) {
            assertThat(cluster.run("stack", "-o", "wide").out())
                    .contains("Neither a device plugin nor a DRA driver advertises the GPUs of bare-1")
                    .doesNotContain("of other nodes");
            assertThat(cluster.run("doctor").out())
                    .contains("No GPU stack was found, and the GPUs of bare-1 are not advertised");
        }
    }

    @Test
    void aNodeThatThePluginLeavesOutIsNoClusterWithoutAStack() throws Exception {
        assertThat(finding("plugin-not-everywhere", "tainted-1"))
                .contains("WARNING  The GPUs of tainted-1 are not advertised: kube-system/gpu-plugin has no pod there")
                .contains("tolerations").doesNotContain("operator");
    }

    @Test
    void doctorTellsTheReleaseAndThePolicyAsStackDoes() throws Exception {
        assertThat(run("release-pending", "stack").out()).contains("pending-upgrade", "not processed yet");
        assertThat(run("release-pending", "doctor").out()).contains(
                "WARNING  Helm has not finished a change of release gpu-operator -n gpu-operator: pending-upgrade")
                .contains("WARNING  ClusterPolicy cluster-policy has no status from the operator");
    }
}
