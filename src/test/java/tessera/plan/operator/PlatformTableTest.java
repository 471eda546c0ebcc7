package tessera.plan.operator;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tessera.gpu.Sample;
import tessera.model.NodeSummary;
import tessera.model.NodeSystemInfo;
import tessera.model.ProblemException;
import tessera.plan.context.GpuHostDriverErrorsAndModules;
import tessera.plan.context.GpuStackInstallEnvironment;
import tessera.plan.context.GpuStackInstallPreconditions;

import static org.assertj.core.api.Assertions.assertThat;

/** What is known of platforms and of versions of the operator, row by row. */
class PlatformTableTest {

    private static NodeSummary node(String label, String os, String kubelet) {
        var nodeSummary = Sample.node("n1").nvidia("NVIDIA-L40S", 4).label(label, "x").facts();
        return new NodeSummary(nodeSummary.name(), nodeSummary.uid(), nodeSummary.created(), nodeSummary.labels(),
                nodeSummary.taints(), false, nodeSummary.capacity(), nodeSummary.allocatable(),
                nodeSummary.conditions(), nodeSummary.address(),
                new NodeSystemInfo(kubelet, "containerd://2.1.4", os, "6.8.0", "amd64"));
    }

    private static PlatformChartValueAdvice advice(String name, NodeSummary node, String server, String chart)
            throws ProblemException {
        var location = new GpuStackInstallEnvironment(server, Optional.empty(), Map.of(),
                List.of(GpuStackInstallClusterState.MONITORS), List.of(), List.of(),
                GpuHostDriverErrorsAndModules.UNKNOWN, GpuStackInstallPreconditions.FREE, List.of());
        return new GpuStackInstallClusterState(List.of(node), List.of(node), location, "gpu-operator")
                .platformAdvice(name, chart);
    }

    private static String values(PlatformChartValueAdvice advice) {
        return advice.values().stream().map(value -> value.path() + "=" + value.value())
                .collect(Collectors.joining("; "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cloud.google.com/gke-accelerator | Container-Optimized OS | v1.32.1-gke.1 | v26.7.0 | GKE | driver.enabled=false; hostPaths.driverInstallDir=/home/kubernetes/bin/nvidia; toolkit.installDir=/home/kubernetes/bin/nvidia
            cloud.google.com/gke-accelerator | Container-Optimized OS | v1.33.0-gke.1 | v26.7.0 | GKE | driver.enabled=false; hostPaths.driverInstallDir=/home/kubernetes/bin/nvidia; toolkit.installDir=/home/kubernetes/bin/nvidia; toolkit.env=[{name: RUNTIME_CONFIG_SOURCE, value: file}]
            cloud.google.com/gke-accelerator | Container-Optimized OS | v1.32.1-gke.1 | v25.3.4 | GKE | driver.enabled=false; hostPaths.driverInstallDir=/home/kubernetes/bin/nvidia; toolkit.installDir=/home/kubernetes/bin/nvidia; cdi.enabled=true
            eks.amazonaws.com/nodegroup      | Amazon Linux 2023      | v1.34.1       | v26.7.0 | EKS | driver.enabled=false; toolkit.enabled=false
            kubernetes.azure.com/agentpool   | Ubuntu 22.04           | v1.34.1       | v26.7.0 | AKS | driver.enabled=false; toolkit.enabled=false; operator.runtimeClass=nvidia-container-runtime
            x                                | Ubuntu 24.04           | v1.34.1+k3s1  | v26.7.0 | k3s | cdi.nriPluginEnabled=true
            x                                | Ubuntu 24.04           | v1.34.1+k3s1  | v25.10.1 | k3s | toolkit.env=[{name: CONTAINERD_SOCKET, value: /run/k3s/containerd/containerd.sock}]
            x                                | Ubuntu 24.04           | v1.34.1+rke2r1 | v26.3.3 | RKE2 | cdi.nriPluginEnabled=true
            x                                | Ubuntu 24.04           | v1.34.1+rke2r1 | v25.10.1 | RKE2 | toolkit.env=[{name: CONTAINERD_SOCKET, value: /run/k3s/containerd/containerd.sock}, {name: CONTAINERD_CONFIG, value: /var/lib/rancher/rke2/agent/etc/containerd/config.toml}, {name: CONTAINERD_RUNTIME_CLASS, value: nvidia}, {name: CONTAINERD_SET_AS_DEFAULT, value: "true"}]
            microk8s.io/cluster              | Ubuntu 24.04           | v1.34.1       | v26.7.0 | MicroK8s | toolkit.env=[{name: CONTAINERD_CONFIG, value: /var/snap/microk8s/current/args/containerd-template.toml}, {name: CONTAINERD_SOCKET, value: /var/snap/microk8s/common/run/containerd.sock}, {name: RUNTIME_CONFIG_SOURCE, value: "file=/var/snap/microk8s/current/args/containerd.toml"}]
            node.openshift.io/os_id          | RHCOS                  | v1.34.1       | v26.7.0 | OpenShift | ''
            x                                | DGX OS 7               | v1.34.1       | v26.7.0 | DGX OS | driver.enabled=false; toolkit.enabled=false
            """)
    void aPlatformIsKnownByItsNodesAndHasValuesOfItsOwn(String label, String os, String kubelet, String chart,
            String title, String values) throws ProblemException {
        var advice = advice(PlatformChartValueAdvice.DETECTED, node(label, os, kubelet), kubelet, chart);
        assertThat(advice.title()).isEqualTo(title);
        assertThat(values(advice)).isEqualTo(values);
        assertThat(advice.installsByHelm()).isEqualTo(!title.equals("OpenShift"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            gke-operator-driver | ''                                         | ResourceQuota
            preinstalled        | driver.enabled=false; toolkit.enabled=false | default container runtime
            """)
    void whatNoNodeTellsCanBeChosen(String name, String values, String note) throws ProblemException {
        var advice = advice(name, node("x", "Ubuntu 24.04", "v1.34.1"), "v1.34.1", "v26.7.0");
        assertThat(values(advice)).isEqualTo(values);
        assertThat(advice.note()).contains(note);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            v24.9.2  | v25.3.4  | driver.kernelModuleType
            v25.3.4  | v25.3.5  | ''
            v25.3.4  | v25.10.1 | cdi.default is ignored; operator.defaultRuntime is ignored
            v25.10.1 | v26.3.3  | separate configuration for each node
            v26.3.3  | v26.7.0  | GPUCluster; serviceMonitor.enabled is true; node-role.kubernetes.io/master
            v24.9.2  | v26.7.0  | kernelModuleType; CDI is on; defaultRuntime; kata manager is removed; GPUCluster; serviceMonitor; master
            v26.7.0  | v26.3.3  | ''
            """)
    void whatBecomesOtherwiseBetweenTwoVersionsIsToldAndNothingElse(String from, String to, String told) {
        var breaks = GpuOperatorBreakingChanges.breakingChanges(from, to);
        var expected = Arrays.stream(told.split("; ")).filter(text -> !text.isEmpty()).toList();
        assertThat(breaks).hasSize(expected.size());
        assertThat(expected).allSatisfy(text -> assertThat(breaks).anyMatch(line -> line.text().contains(text)));
    }
}
