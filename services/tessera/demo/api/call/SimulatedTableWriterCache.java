package tessera.demo.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tessera.demo.api.table.SimulatedTableResponseWriter;
import tessera.demo.store.SimulatedResourceType;

/** Cache of the table writers of resources. Any thread. */
public final class SimulatedTableWriterCache {

    private final Map<SimulatedResourceType, SimulatedTableResponseWriter> writersByType = new ConcurrentHashMap<>();
    private final Function<SimulatedResourceType, JsonNode> printerColumns;

    /** @param printerColumns what a custom resource is told to show */
    public SimulatedTableWriterCache(Function<SimulatedResourceType, JsonNode> printerColumns) {
        this.printerColumns = printerColumns;
    }

    public SimulatedTableResponseWriter writerFor(SimulatedResourceType type) {
        if (type.traits().isCustom()) {
            return SimulatedTableResponseWriter.of(type, printerColumns.apply(type));
        }
        return writersByType.computeIfAbsent(type,
                builtIn -> SimulatedTableResponseWriter.of(builtIn, printerColumns.apply(builtIn)));
    }
}
