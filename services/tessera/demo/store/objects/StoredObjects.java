package tessera.demo.store.objects;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tessera.demo.object.ApiError;
import tessera.demo.store.ObjectStore;
import tessera.demo.store.ResourceCatalog;
import tessera.demo.store.ResourceType;
import tessera.demo.store.StoreChange;
import tessera.demo.store.StoreJson;
import tessera.demo.store.select.ObjectSelection;

/**
 * The objects of the cluster, under the same rules for clients on the wire and for controllers in the process.
 *
 * <ul>
 *   <li><b>Shape:</b> JSON trees with {@code kind} and {@code apiVersion}; each is the caller's own copy.
 *   <li><b>Errors:</b> {@link ApiError}, in the words of a real server.
 *   <li><b>Threads:</b> any; writes happen one after the other, and what is read within one does not change meanwhile.
 * </ul>
 */
public final class StoredObjects {

    private final WriteDependencies around;

    public StoredObjects(WriteDependencies around) {
        this.around = around;
    }

    public ObjectStore store() {
        return around.store();
    }

    public ResourceCatalog catalog() {
        return around.catalog();
    }

    public ResourceSchemas schemas() {
        return around.schemas();
    }

    /** Returns an object, or null if it does not exist. */
    public @Nullable ObjectNode find(ResourceType type, String namespace, String name) {
        var stored = around.store().get(type, namespace, name);
        return stored == null ? null : VersionedViews.fullView(type, stored);
    }

    public ObjectNode get(WriteTarget target) throws ApiError {
        var object = find(target.type(), target.namespace(), target.name());
        if (object == null) {
            throw target.notFoundError();
        }
        return object;
    }

    public List<ObjectNode> list(ResourceType type, ObjectSelection selection) {
        return around.store().list(type, selection.namespace()).objects().stream().filter(selection::matches)
                .map(object -> VersionedViews.fullView(type, object)).toList();
    }

    /** Creates an object; name, namespace and everything else are taken from the tree. */
    public ObjectNode create(ResourceType type, ObjectNode object, WriteOptions options) throws ApiError {
        return create(WriteTarget.of(type, StoreJson.textAt(object, "metadata", "namespace"), ""), object, options);
    }

    /** Creates an object in the target's namespace; the target's name is ignored. */
    public ObjectNode create(WriteTarget target, ObjectNode object, WriteOptions options) throws ApiError {
        return writeStored(target, (writing, kept) -> writing.create(kept, toStoredView(target, object), options));
    }

    /** Replaces an object; its resource version, if it has one, must be the current one. */
    public ObjectNode replace(WriteTarget target, ObjectNode object, WriteOptions options) throws ApiError {
        return writeStored(target, (writing, kept) -> writing.replace(kept, toStoredView(target, object), options));
    }

    /** Changes an object; the state that the edit sees cannot be changed by others meanwhile. */
    public ObjectNode edit(WriteTarget target, ObjectEdit edit, WriteOptions options) throws ApiError {
        return writeStored(target, (writing, kept) -> writing.edit(kept, edit, options));
    }

    /**
     * Changes an object by a patch. An apply creates what does not exist.
     *
     * @param made told that the object is new
     */
    public ObjectNode patch(WriteTarget target, RawPatch patch, WriteOptions options, Runnable made) throws ApiError {
        return writeStored(target, (writing, kept) -> writing.patch(kept, patch, options, made));
    }

    public DeletionResult delete(WriteTarget target, DeleteOptions options) throws ApiError {
        return around.store()
                .write(writer -> new WriteTransaction(around, writer).delete(storedTarget(target), options));
    }

    /** Deletes all objects of a selection, and returns their last states. */
    public List<ObjectNode> deleteAll(ResourceType type, ObjectSelection selection, DeleteOptions options)
            throws ApiError {
        return around.store().write(writer -> {
            var deleted = new ArrayList<ObjectNode>();
            for (var object : writer.list(type, selection.namespace())) {
                if (selection.matches(object)) {
                    var target = storedTarget(WriteTarget.of(type, object.namespace(), object.name()));
                    deleted.add(new WriteTransaction(around, writer).delete(target, options).object());
                }
            }
            return deleted;
        });
    }

    /** Binds a pod to a node, as a Binding says. */
    public void bindPod(String namespace, String name, JsonNode binding, boolean dryRun) throws ApiError {
        around.store().write(writer -> {
            new PodSubresourceWrites(around, writer).bind(namespace, name, binding, dryRun);
            return writer;
        });
    }

    /** Deletes a pod, if the disruption budgets allow it. */
    public void evictPod(String namespace, String name, DeleteOptions options) throws ApiError {
        around.store().write(writer -> {
            new PodSubresourceWrites(around, writer).evict(namespace, name, options);
            return writer;
        });
    }

    /**
     * Stores a new state, which needs no checking, in place of the old one: for fields that the server itself keeps up to date. Nothing
     * happens if they are the same.
     */
    public void overwrite(WriteTarget target, ObjectNode object) throws ApiError {
        around.store().write(writer -> {
            new WriteTransaction(around, writer).overwrite(target, object);
            return writer;
        });
    }

    /** Works like {@link #overwrite}, but removes an object that is being deleted and has no finalizers left. */
    public void overwriteOrRemove(WriteTarget target, ObjectNode object) throws ApiError {
        around.store().write(writer -> {
            new WriteTransaction(around, writer).overwriteOrRemove(target, object);
            return writer;
        });
    }

    /** Runs several writes as one: nobody sees, or does, anything between them. */
    public <T> T runTogether(WriteBatch<T> writes) throws ApiError {
        return around.store().write(_ -> writes.execute(this));
    }

    /** A batch of writes. */
    @FunctionalInterface
    public interface WriteBatch<T> {
        T execute(StoredObjects objects) throws ApiError;
    }

    /**
     * Reports the existing objects, each as {@code ADDED}, and then every change, in order, on a thread of its own. None is missed.
     *
     * @return ends it
     */
    public Runnable follow(ResourceType type, Consumer<StoreChange> follower) {
        var start = around.store().watch(type, "", Integer.MAX_VALUE);
        Thread.ofVirtual().name("follows-" + type.plural()).start(new WatchForwarder(start, follower));
        return start.watch()::close;
    }

    @FunctionalInterface
    private interface Write {
        ObjectNode execute(WriteTransaction writing, WriteTarget kept) throws ApiError;
    }

    private ObjectNode writeStored(WriteTarget target, Write write) throws ApiError {
        return VersionedViews.toView(target.type(),
                around.store()
                        .write(writer -> write.execute(new WriteTransaction(around, writer), storedTarget(target))));
    }

    /** Returns the target in its stored form: views of the same objects are written as those are stored. */
    private WriteTarget storedTarget(WriteTarget target) {
        var type = VersionedViews.isStoredForm(target.type()) ? target.type()
                : VersionedViews.storageType(target.type(), around.catalog());
        return new WriteTarget(type, target.namespace(), target.name(), target.subresource());
    }

    private ObjectNode toStoredView(WriteTarget target, ObjectNode object) {
        return VersionedViews.isStoredForm(target.type())
                ? object.deepCopy()
                : VersionedViews.toView(storedTarget(target).type(),
                        VersionedViews.toStored(target.type(), object.deepCopy()));
    }
}
