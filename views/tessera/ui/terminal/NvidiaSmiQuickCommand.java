package tessera.ui.terminal;

import java.util.List;
import java.util.Locale;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;

/** Common commands to inspect the GPUs of a container, one click away. */
enum NvidiaSmiQuickCommand {
    SMI("What the driver tells of the GPUs the container sees", "nvidia-smi"),
    DMON("Power, temperature and load every second", "nvidia-smi dmon"),
    TOPO("How the GPUs reach each other", "nvidia-smi topo -m");

    private final String help;
    private final String title;

    NvidiaSmiQuickCommand(String help, String title) {
        this.help = help;
        this.title = title;
    }

    /** Returns whether the commands may report in a pod: not on devices that are known to be another maker's. */
    static boolean isUsefulIn(ObjectRef pod, ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.findPod(pod.namespace(), pod.name())
                .filter(podSummary -> !isUsefulFor(podSummary.requests()))
                .isEmpty();
    }

    private static boolean isUsefulFor(ResourceAmounts requests) {
        var makers = requests.names().stream()
                .flatMap(name -> AcceleratorCatalog.standard().acceleratorOf(name).stream())
                .filter(AcceleratorCatalogEntry::isCompute).map(AcceleratorCatalogEntry::vendor).toList();
        return makers.isEmpty() || makers.contains("NVIDIA");
    }

    String title() {
        return title;
    }

    String helpText() {
        return help;
    }

    String id() {
        return "terminal-" + name().toLowerCase(Locale.ROOT);
    }

    List<String> commandLine() {
        return List.of(title.split(" ", -1));
    }
}
