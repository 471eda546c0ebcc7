package tessera.plan.operator;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import tessera.model.NodeFacts;

/**
 * Where a cluster runs, as its nodes tell, and the values that the chart needs there.
 *
 * @param title   as people call it
 * @param advised values as {@code path=value}; none where the defaults do
 * @param note    what else is needed there; may be empty
 */
record Platform(String title, List<String> advised, String note) {

    private static final String ON_HOST = "driver.enabled=false";
    private static final List<Sign> SIGNS = List.of(
            new Sign(labelled("node.openshift.io/"), new Platform("OpenShift", List.of(),
                    "There the operator is installed from the catalogue of operators, not by Helm")),
            new Sign(labelled("cloud.google.com/gke-"), new Platform("GKE", List.of(ON_HOST,
                    "hostPaths.driverInstallDir=/home/kubernetes/bin/nvidia",
                    "toolkit.installDir=/home/kubernetes/bin/nvidia"),
                    "With Google's driver installer; the namespace needs a ResourceQuota for system-node-critical, and the "
                            + "node pools the label gke-no-default-nvidia-gpu-device-plugin=true")),
            new Sign(labelled("eks.amazonaws.com/"), new Platform("EKS", List.of(ON_HOST, "toolkit.enabled=false"),
                    "With the accelerated AL2023 image; Ubuntu images take the defaults")),
            new Sign(labelled("kubernetes.azure.com/"), new Platform("AKS", List.of(ON_HOST, "toolkit.enabled=false",
                    "operator.runtimeClass=nvidia-container-runtime"),
                    "Unless the pool was made without a driver: then the defaults do")),
            new Sign(kubelet("+rke2"), new Platform("RKE2", List.of("cdi.nriPluginEnabled=true"),
                    "Before v26.3 set CONTAINERD_SOCKET and CONTAINERD_CONFIG in toolkit.env")),
            new Sign(kubelet("+k3s"), new Platform("k3s", List.of("cdi.nriPluginEnabled=true"),
                    "Before v26.3 set CONTAINERD_SOCKET=/run/k3s/containerd/containerd.sock in toolkit.env")),
            new Sign(labelled("microk8s.io/"), new Platform("MicroK8s", List.of(),
                    "Set CONTAINERD_CONFIG and CONTAINERD_SOCKET below /var/snap/microk8s in toolkit.env")));

    /** By what a platform is known. */
    private record Sign(Predicate<NodeFacts> shows, Platform platform) {}

    private static Predicate<NodeFacts> labelled(String prefix) {
        return node -> node.labels().keySet().stream().anyMatch(key -> key.startsWith(prefix));
    }

    private static Predicate<NodeFacts> kubelet(String part) {
        return node -> node.system().kubelet().contains(part);
    }

    /** The one that any of the nodes shows; empty for a plain cluster. */
    static Optional<Platform> of(Collection<NodeFacts> nodes) {
        return SIGNS.stream().filter(sign -> nodes.stream().anyMatch(sign.shows())).map(Sign::platform).findFirst();
    }

    boolean openShift() {
        return title.equals("OpenShift");
    }

    /** What of the advice is not followed. */
    List<String> missing(Values values) {
        return advised.stream().filter(advice -> {
            int equals = advice.indexOf('=');
            var pointer = "/" + advice.substring(0, equals).replace('.', '/');
            return !values.at(pointer).asText("").equals(advice.substring(equals + 1));
        }).toList();
    }
}
