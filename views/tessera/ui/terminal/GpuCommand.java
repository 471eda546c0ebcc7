package tessera.ui.terminal;

import java.util.List;
import java.util.Locale;
import tessera.insight.Accelerator;
import tessera.insight.AcceleratorCatalog;
import tessera.model.ObjectRef;
import tessera.model.ResourceAmounts;
import tessera.model.Snapshot;

/** What people run to look at the GPUs of a container, one click away. */
enum GpuCommand {
    SMI("What the driver tells of the GPUs the container sees", "nvidia-smi"),
    DMON("Power, temperature and load every second", "nvidia-smi dmon"),
    TOPO("How the GPUs reach each other", "nvidia-smi topo -m");

    private final String help;
    private final String title;

    GpuCommand(String help, String title) {
        this.help = help;
        this.title = title;
    }

    /** Whether they may tell something in a pod: not of devices that are known to be another maker's. */
    static boolean helpIn(ObjectRef pod, Snapshot snapshot) {
        return snapshot.pod(pod.namespace(), pod.name()).filter(seen -> !helpWith(seen.requests())).isEmpty();
    }

    private static boolean helpWith(ResourceAmounts requests) {
        var makers = requests.names().stream().flatMap(name -> AcceleratorCatalog.standard().of(name).stream())
                .filter(Accelerator::computes).map(Accelerator::vendor).toList();
        return makers.isEmpty() || makers.contains("NVIDIA");
    }

    String title() {
        return title;
    }

    String help() {
        return help;
    }

    String id() {
        return "terminal-" + name().toLowerCase(Locale.ROOT);
    }

    List<String> words() {
        return List.of(title.split(" ", -1));
    }
}
