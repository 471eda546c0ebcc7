package tessera.demo.api.read;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tessera.demo.store.SimulatedEtcdStore.ConsistentListPage;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.SimulatedStoredObject;
import tessera.demo.store.select.SimulatedListObjectFilter;

/**
 * One page of a list, with its resource version and the position of the next page.
 *
 * @param next      where the following page begins; null if this is the last
 * @param remaining how many objects follow; negative if that is not known
 */
record SimulatedListPage(List<SimulatedStoredObject> objects, long version, @Nullable SimulatedContinueToken next,
        long remaining) {

    /**
     * Returns the first objects of an extent, up to the limit.
     *
     * @param limit how many at most; none if not positive
     */
    static SimulatedListPage of(ConsistentListPage extent, SimulatedListObjectFilter selection, long limit) {
        var all = extent.objects();
        Predicate<SimulatedStoredObject> wanted = selection.hasConditions() ? selection::matches : _ -> true;
        if (limit <= 0) {
            return new SimulatedListPage(all.stream().filter(wanted).toList(), extent.version(), null, -1);
        }
        var taken = new ArrayList<SimulatedStoredObject>();
        for (int i = 0; i < all.size(); i++) {
            var object = all.get(i);
            if (wanted.test(object)) {
                taken.add(object);
            }
            if (taken.size() == limit && i < all.size() - 1) {
                var key = selection.namespace().isEmpty() && !object.namespace().isEmpty()
                        ? object.namespace() + "/" + object.name()
                        : object.name();
                long remaining = selection.hasConditions() ? -1 : all.size() - i - 1L;
                return new SimulatedListPage(taken, extent.version(),
                        SimulatedContinueToken.followingKey(key, extent.version()),
                        remaining);
            }
        }
        return new SimulatedListPage(taken, extent.version(), null, -1);
    }

    /** @param always whether an empty continue token is told as well, as lists of custom resources do */
    ObjectNode metadata(boolean always) {
        var metadata = SimulatedStoreJsonCodec.newObject().put("resourceVersion", Long.toString(version));
        if (next != null) {
            metadata.put("continue", next.encode());
        } else if (always) {
            metadata.put("continue", "");
        }
        if (remaining >= 0) {
            metadata.put("remainingItemCount", remaining);
        }
        return metadata;
    }
}
