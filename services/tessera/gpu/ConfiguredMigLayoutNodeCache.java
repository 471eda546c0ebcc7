package tessera.gpu;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tessera.model.reading.NodeReadings;

/**
 * Nodes with their MIG GPUs cut as configurations say, where nobody else tells how each is cut. A node of which a
 * configuration says nothing new is the same object again. One thread at a time.
 */
final class ConfiguredMigLayoutNodeCache {

    private IdentityHashMap<GpuNode, MigConfiguredNodeEntry> previousByNode = new IdentityHashMap<>();
    private IdentityHashMap<GpuNode, MigConfiguredNodeEntry> currentByNode = new IdentityHashMap<>();

    private record MigConfiguredNodeEntry(MigConfigWithSource setup, GpuNode node) {}

    /**
     * @param readings what was read of it of late; null when that is nothing
     * @param setups   that MIG managers applied, by node
     */
    GpuNode withConfiguredLayout(GpuNode plain, @Nullable NodeReadings readings,
            Map<String, MigConfigWithSource> setups) {
        var setup = setups.get(plain.name());
        if (setup == null || AppliedMigConfigInstances.sought(plain, readings).isEmpty()) {
            return plain;
        }
        var before = previousByNode.get(plain);
        var now = before != null && before.setup.equals(setup) ? before
                : new MigConfiguredNodeEntry(setup, plain.withMigSetup(setup));
        currentByNode.put(plain, now);
        return now.node;
    }

    /** Lets go of nodes that were not asked for since the last time. */
    void forget() {
        previousByNode = currentByNode;
        currentByNode = new IdentityHashMap<>();
    }
}
