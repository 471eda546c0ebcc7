package tessera.demo.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tessera.demo.api.table.ServerTableWriter;
import tessera.demo.store.ServedResourceType;

/** Cache of the table writers of resources. Any thread. */
public final class SimulatedTableWriterCache {

    private final Map<ServedResourceType, ServerTableWriter> known = new ConcurrentHashMap<>();
    private final Function<ServedResourceType, JsonNode> printerColumns;

    /** @param printerColumns what a custom resource is told to show */
    public SimulatedTableWriterCache(Function<ServedResourceType, JsonNode> printerColumns) {
        this.printerColumns = printerColumns;
    }

    public ServerTableWriter writerFor(ServedResourceType type) {
        return type.traits().isCustom()
                ? ServerTableWriter.of(type, printerColumns.apply(type))
                : known.computeIfAbsent(type, builtIn -> ServerTableWriter.of(builtIn, printerColumns.apply(builtIn)));
    }
}
