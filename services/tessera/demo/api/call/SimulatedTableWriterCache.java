package tessera.demo.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tessera.demo.api.table.TableResponseWriter;
import tessera.demo.store.SimulatedResourceType;

/** Cache of the table writers of resources. Any thread. */
public final class SimulatedTableWriterCache {

    private final Map<SimulatedResourceType, TableResponseWriter> writersByType = new ConcurrentHashMap<>();
    private final Function<SimulatedResourceType, JsonNode> printerColumns;

    /** @param printerColumns what a custom resource is told to show */
    public SimulatedTableWriterCache(Function<SimulatedResourceType, JsonNode> printerColumns) {
        this.printerColumns = printerColumns;
    }

    public TableResponseWriter writerFor(SimulatedResourceType type) {
        return type.traits().isCustom()
                ? TableResponseWriter.of(type, printerColumns.apply(type))
                : writersByType.computeIfAbsent(type,
                        builtIn -> TableResponseWriter.of(builtIn, printerColumns.apply(builtIn)));
    }
}
