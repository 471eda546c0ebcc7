package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import tessera.demo.store.StoreJson;

/** The written file layers of containers; the least recently used are dropped. Any thread. */
final class ContainerDisks {

    private static final int MOST = 32;

    private final Map<String, ContainerFileLayer> disks = new LinkedHashMap<>(MOST, 0.75f, true);

    /** Returns the file layer of a container's current run; a restarted container starts with an empty one. */
    synchronized ContainerFileLayer layerOf(JsonNode pod, String container) {
        var run = "";
        for (var status : pod.path("status").path("containerStatuses")) {
            run = StoreJson.textAt(status, "name").equals(container) ? StoreJson.textAt(status, "containerID") : run;
        }
        var disk = disks.computeIfAbsent(StoreJson.textAt(pod, "metadata", "uid") + "/" + container + "/" + run,
                _ -> new ContainerFileLayer());
        if (disks.size() > MOST) {
            var oldest = disks.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return disk;
    }
}
