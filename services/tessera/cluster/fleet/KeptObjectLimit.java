package tessera.cluster.fleet;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tessera.cluster.fleet.WatchedCollection.CollectionKind;
import tessera.cluster.http.UnreadableObjectRegistry;
import tessera.model.UnreadableObject;

/**
 * The limit of the objects of a kind that are kept, since a server may send any number. Those beyond it count as unread until
 * their collection is listed again. Used by one thread.
 */
final class KeptObjectLimit {

    private final UnreadableObjectRegistry unread;
    private final int maximum;
    private Set<WatchedCollection> collections = Set.of();

    /**
     * A limit that nothing has met yet.
     *
     * @param maximum how many of a kind are kept
     */
    KeptObjectLimit(UnreadableObjectRegistry unread, int maximum) {
        this.unread = unread;
        this.maximum = maximum;
    }

    /** Sets the collections that are watched; what lay beyond the limit in others is forgotten. */
    void setCollections(List<WatchedCollection> watched) {
        var former = new HashSet<>(collections);
        collections = Set.copyOf(watched);
        former.removeAll(collections);
        former.forEach(this::forgetUnread);
    }

    /** Returns whether an object that is not known yet may be added to those that are. */
    boolean admits(int known, CollectionKind kind, String namespace, String name) {
        boolean room = known < maximum;
        if (!room) {
            var alone = new WatchedCollection(kind, namespace);
            unread.add(limitKeyName(collections.contains(alone) ? alone : new WatchedCollection(kind, "")),
                    new UnreadableObject(kind.apiKind(), namespace, name, new ObjectLimitReached(maximum)));
        }
        return room;
    }

    /** Forgets what lay beyond the limit in a collection. */
    void forgetUnread(WatchedCollection collection) {
        unread.forget(limitKeyName(collection));
    }

    private static String limitKeyName(WatchedCollection collection) {
        return "limit " + collection.kind() + " " + collection.namespace();
    }
}
