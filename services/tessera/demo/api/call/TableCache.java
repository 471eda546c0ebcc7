package tessera.demo.api.call;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import tessera.demo.api.table.TableWriter;
import tessera.demo.store.ResourceType;

/** Cache of the table writers of resources. Any thread. */
public final class TableCache {

    private final Map<ResourceType, TableWriter> known = new ConcurrentHashMap<>();
    private final Function<ResourceType, JsonNode> printerColumns;

    /** @param printerColumns what a custom resource is told to show */
    public TableCache(Function<ResourceType, JsonNode> printerColumns) {
        this.printerColumns = printerColumns;
    }

    public TableWriter writerFor(ResourceType type) {
        return type.traits().isCustom()
                ? TableWriter.of(type, printerColumns.apply(type))
                : known.computeIfAbsent(type, builtIn -> TableWriter.of(builtIn, printerColumns.apply(builtIn)));
    }
}
