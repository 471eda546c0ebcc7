package tessera.ui.terminal;

import java.util.List;
import java.util.Locale;
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.kube.quantity.ResourceAmounts;
import tessera.model.ClusterSnapshot;
import tessera.model.ObjectRef;
import tessera.text.MessageCatalog;

/** Common commands to inspect the GPUs of a container, one click away. */
enum NvidiaSmiQuickCommand {
    SMI("command.smi", "nvidia-smi"),
    DMON("command.dmon", "nvidia-smi dmon"),
    TOPO("command.topo", "nvidia-smi topo -m");

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NvidiaSmiQuickCommand.class);

    private final String help;
    private final String title;

    NvidiaSmiQuickCommand(String help, String title) {
        this.help = help;
        this.title = title;
    }

    /** Returns whether the commands may report in a pod: not on devices that are known to be another maker's. */
    static boolean isUsefulIn(ObjectRef pod, ClusterSnapshot clusterSnapshot) {
        return clusterSnapshot.findPod(pod.namespace(), pod.name())
                .filter(podSummary -> !isUsefulFor(podSummary.requests())).isEmpty();
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
        return MESSAGES.text(help);
    }

    String id() {
        return "terminal-" + name().toLowerCase(Locale.ROOT);
    }

    List<String> commandLine() {
        return List.of(title.split(" ", -1));
    }
}
