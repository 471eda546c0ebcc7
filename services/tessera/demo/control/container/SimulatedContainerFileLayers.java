package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** The written file layers of containers; the least recently used are dropped. Any thread. */
final class SimulatedContainerFileLayers {

    private static final int MOST = 32;

    private final Map<String, SimulatedContainerFileLayer> disks = new LinkedHashMap<>(MOST, 0.75f, true);

    /** Returns the file layer of a container's current run; a restarted container starts with an empty one. */
    synchronized SimulatedContainerFileLayer layerOf(JsonNode pod, String container) {
        var run = "";
        for (var status : pod.path("status").path("containerStatuses")) {
            run = SimulatedStoreJsonCodec.textAt(status, "name").equals(container)
                    ? SimulatedStoreJsonCodec.textAt(status, "containerID")
                    : run;
        }
        var disk = disks.computeIfAbsent(
                SimulatedStoreJsonCodec.textAt(pod, "metadata", "uid") + "/" + container + "/" + run,
                _ -> new SimulatedContainerFileLayer());
        if (disks.size() > MOST) {
            var oldest = disks.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return disk;
    }
}
