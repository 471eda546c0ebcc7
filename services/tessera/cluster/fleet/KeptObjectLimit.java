package tessera.cluster.fleet;

import tessera.cluster.http.UnreadableObjectLog;
import tessera.model.UnreadableObject;

/**
 * The limit of the objects of a kind that are kept, since a server may send any number. Those beyond it count as unread until
 * the next complete list.
 */
record KeptObjectLimit(UnreadableObjectLog unread) {

    private static final String BEYOND = "beyond the limit";

    /** Returns whether an object that is not known yet may be added to those that are. */
    boolean admits(int known, String kind, String namespace, String name) {
        boolean room = known < WatchedCollection.MOST_OBJECTS;
        if (!room) {
            unread.add(BEYOND, new UnreadableObject(kind, namespace, name,
                    "only %,d are kept".formatted(WatchedCollection.MOST_OBJECTS)));
        }
        return room;
    }

    void forgetUnread() {
        unread.forget(BEYOND);
    }
}
