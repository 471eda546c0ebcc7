package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.admission.SimulatedObjectPatch;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedEtcdStore;
import tessera.demo.store.SimulatedResourceType;
import tessera.demo.store.SimulatedServedResourceCatalog;
import tessera.demo.store.SimulatedStoreWatch.StoreWatchSignal;
import tessera.demo.store.SimulatedStoredObjectChange;
import tessera.demo.store.select.SimulatedListObjectFilter;

/**
 * The objects of the cluster, under the same rules for clients on the wire and for controllers in the process.
 *
 * <ul>
 *   <li><b>Shape:</b> JSON trees with {@code kind} and {@code apiVersion}; each is the caller's own copy.
 *   <li><b>Errors:</b> {@link SimulatedApiException}, in the words of a real server.
 *   <li><b>Threads:</b> any; writes happen one after the other, and what is read within one does not change meanwhile.
 * </ul>
 */
public final class SimulatedApiStorage {

    private static final System.Logger LOG = System.getLogger(SimulatedApiStorage.class.getName());
    private static final Duration LONG = Duration.ofDays(1);
    private final SimulatedWriteDependencies writeServices;

    public SimulatedApiStorage(SimulatedWriteDependencies writeServices) {
        this.writeServices = writeServices;
    }

    public SimulatedEtcdStore store() {
        return writeServices.store();
    }

    public SimulatedServedResourceCatalog catalog() {
        return writeServices.catalog();
    }

    public SimulatedResourceFieldSchemas schemas() {
        return writeServices.schemas();
    }

    /** Returns an object, or null if it does not exist. */
    public @Nullable ObjectNode find(SimulatedResourceType type, String namespace, String name) {
        var stored = writeServices.store().get(type, namespace, name);
        return stored == null ? null : type.fullView(stored);
    }

    public ObjectNode get(SimulatedObjectWriteTarget target) throws SimulatedApiException {
        var object = find(target.type(), target.namespace(), target.name());
        if (object == null) {
            throw target.notFoundError();
        }
        return object;
    }

    public List<ObjectNode> list(SimulatedResourceType type, SimulatedListObjectFilter selection) {
        return writeServices.store().list(type, selection.namespace()).objects().stream().filter(selection::matches)
                .map(object -> type.fullView(object)).toList();
    }

    /** Creates an object; name, namespace and everything else are taken from the tree. */
    public ObjectNode create(SimulatedResourceType type, ObjectNode object, SimulatedWriteOptions options)
            throws SimulatedApiException {
        return create(SimulatedObjectWriteTarget.of(type, SimulatedMetadata.namespaceOf(object), ""), object, options);
    }

    /** Creates an object in the target's namespace; the target's name is ignored. */
    public ObjectNode create(SimulatedObjectWriteTarget target, ObjectNode object, SimulatedWriteOptions options)
            throws SimulatedApiException {
        return writeExclusively(write -> write.create(target, object.deepCopy(), options));
    }

    /** Replaces an object; its resource version, if it has one, must be the current one. */
    public ObjectNode replace(SimulatedObjectWriteTarget target, ObjectNode object, SimulatedWriteOptions options)
            throws SimulatedApiException {
        return writeExclusively(write -> write.replace(target, object.deepCopy(), options));
    }

    /** Changes an object; the state that the edit sees cannot be changed by others meanwhile. */
    public ObjectNode edit(SimulatedObjectWriteTarget target, SimulatedObjectEditFunction edit,
            SimulatedWriteOptions options) throws SimulatedApiException {
        return writeExclusively(write -> write.edit(target, edit, options));
    }

    /**
     * Changes an object by a patch. An apply creates what does not exist.
     *
     * @param made told that the object is new
     */
    public ObjectNode patch(SimulatedObjectWriteTarget target, SimulatedObjectPatch patch,
            SimulatedWriteOptions options, Runnable made) throws SimulatedApiException {
        return writeExclusively(write -> write.patch(target, patch, options, made));
    }

    public SimulatedDeletionResult delete(SimulatedObjectWriteTarget target, SimulatedDeleteOptions options)
            throws SimulatedApiException {
        return writeExclusively(write -> write.delete(target, options));
    }

    /** Binds a pod to a node, as a Binding says. */
    public void bindPod(String namespace, String name, JsonNode binding, boolean dryRun) throws SimulatedApiException {
        writeExclusively(write -> write.bind(podTarget(namespace, name), binding, dryRun));
    }

    /** Deletes a pod, if the disruption budgets allow it. */
    public void evictPod(String namespace, String name, SimulatedDeleteOptions options) throws SimulatedApiException {
        writeExclusively(write -> write.evict(podTarget(namespace, name), options));
    }

    private SimulatedObjectWriteTarget podTarget(String namespace, String name) {
        return SimulatedObjectWriteTarget.of(catalog().get("pods"), namespace, name);
    }

    /**
     * Stores a new state, which needs no checking, in place of the old one: for fields that the server itself keeps up to date. Nothing
     * happens if they are the same.
     */
    public void overwrite(SimulatedObjectWriteTarget target, ObjectNode object) throws SimulatedApiException {
        writeExclusively(write -> write.overwrite(target, object));
    }

    /** Works like {@link #overwrite}, but removes an object that is being deleted and has no finalizers left. */
    public void overwriteOrRemove(SimulatedObjectWriteTarget target, ObjectNode object) throws SimulatedApiException {
        writeExclusively(write -> write.overwriteOrRemove(target, object));
    }

    /** Runs several writes as one: nobody sees, or does, anything between them. */
    public <T> T runTogether(WriteBatch<T> writes) throws SimulatedApiException {
        return writeServices.store().write(_ -> writes.execute(this));
    }

    /** A batch of writes. */
    @FunctionalInterface
    public interface WriteBatch<T> {
        T execute(SimulatedApiStorage objects) throws SimulatedApiException;
    }

    /**
     * Reports the existing objects, each as {@code ADDED}, and then every change, in order, on a thread of its own. None is missed.
     *
     * @return ends it
     */
    public Runnable follow(SimulatedResourceType type, Consumer<SimulatedStoredObjectChange> follower) {
        var start = writeServices.store().watch(type, "", Integer.MAX_VALUE);
        Thread.ofVirtual().name("follows-" + type.plural()).start(() -> forwardChanges(start, follower));
        return start.watch()::close;
    }

    /** A change of an object. */
    @FunctionalInterface
    public interface SimulatedObjectEditFunction {

        void apply(ObjectNode object) throws SimulatedApiException;
    }

    @FunctionalInterface
    private interface ExclusiveWrite<T> {
        T execute(SimulatedExclusiveObjectWrite write) throws SimulatedApiException;
    }

    private <T> T writeExclusively(ExclusiveWrite<T> write) throws SimulatedApiException {
        return writeServices.store()
                .write(writer -> write.execute(new SimulatedExclusiveObjectWrite(writeServices, writer)));
    }

    private static void forwardChanges(SimulatedEtcdStore.InitialListAndWatch start,
            Consumer<SimulatedStoredObjectChange> follower) {
        start.existing().objects().forEach(object -> notifyFollower(follower,
                new SimulatedStoredObjectChange(SimulatedStoredObjectChange.WatchEventType.ADDED, object, null)));
        try {
            while (true) {
                switch (start.watch().nextSignal(LONG)) {
                    case SimulatedStoredObjectChange change -> notifyFollower(follower, change);
                    case StoreWatchSignal.WatchTimeout _ -> {}
                    case StoreWatchSignal.WatchExpiry _,StoreWatchSignal.WatchClosure _ -> {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Passes on a change; one that a follower cannot cope with must not cost it all others. */
    private static void notifyFollower(Consumer<SimulatedStoredObjectChange> follower,
            SimulatedStoredObjectChange change) {
        try {
            follower.accept(change);
        } catch (RuntimeException e) {
            LOG.log(System.Logger.Level.WARNING, "a follower failed", e);
        }
    }
}
