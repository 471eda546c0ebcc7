package tessera.demo.control.container;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;
import tessera.demo.store.StoreJson;

/** The disks of containers in which somebody wrote something; those least recently used are forgotten. Any thread. */
final class ContainerDisks {

    private static final int MOST = 32;

    private final Map<String, ContainerDisk> disks = new LinkedHashMap<>(MOST, 0.75f, true);

    /** The disk of a container as it runs now: one that was started again begins anew. */
    synchronized ContainerDisk of(JsonNode pod, String container) {
        var run = "";
        for (var status : pod.path("status").path("containerStatuses")) {
            run = StoreJson.text(status, "name").equals(container) ? StoreJson.text(status, "containerID") : run;
        }
        var disk = disks.computeIfAbsent(StoreJson.text(pod, "metadata", "uid") + "/" + container + "/" + run,
                _ -> new ContainerDisk());
        if (disks.size() > MOST) {
            var oldest = disks.keySet().iterator();
            oldest.next();
            oldest.remove();
        }
        return disk;
    }
}
