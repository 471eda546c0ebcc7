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

    /** An object, or null if it does not exist. */
    public @Nullable ObjectNode find(ResourceType type, String namespace, String name) {
        var stored = around.store().get(type, namespace, name);
        return stored == null ? null : VersionedViews.full(type, stored);
    }

    public ObjectNode get(WriteTarget target) throws ApiError {
        var object = find(target.type(), target.namespace(), target.name());
        if (object == null) {
            throw target.notFound();
        }
        return object;
    }

    public List<ObjectNode> list(ResourceType type, ObjectSelection selection) {
        return around.store().list(type, selection.namespace()).objects().stream().filter(selection::matches)
                .map(object -> VersionedViews.full(type, object)).toList();
    }

    /** Creates an object; name, namespace and all else are taken from the tree. */
    public ObjectNode create(ResourceType type, ObjectNode object, WriteOptions options) throws ApiError {
        return create(WriteTarget.of(type, StoreJson.text(object, "metadata", "namespace"), ""), object, options);
    }

    /** Creates an object in the target's namespace; the target's name is not looked at. */
    public ObjectNode create(WriteTarget target, ObjectNode object, WriteOptions options) throws ApiError {
        return write(target, (writing, kept) -> writing.create(kept, kept(target, object), options));
    }

    /** Puts a new state in place of the old one; its resource version, if it has one, must be the current one. */
    public ObjectNode replace(WriteTarget target, ObjectNode object, WriteOptions options) throws ApiError {
        return write(target, (writing, kept) -> writing.replace(kept, kept(target, object), options));
    }

    /** Changes an object; what the edit sees cannot be changed by others meanwhile. */
    public ObjectNode edit(WriteTarget target, EditResult edit, WriteOptions options) throws ApiError {
        return write(target, (writing, kept) -> writing.edit(kept, edit, options));
    }

    /**
     * Changes an object as a patch says. An apply creates what does not exist.
     *
     * @param made told that the object is new
     */
    public ObjectNode patch(WriteTarget target, RawPatch patch, WriteOptions options, Runnable made) throws ApiError {
        return write(target, (writing, kept) -> writing.patch(kept, patch, options, made));
    }

    public DeletionResult delete(WriteTarget target, DeleteOptions options) throws ApiError {
        return around.store().write(writer -> new WriteTransaction(around, writer).delete(kept(target), options));
    }

    /** Deletes all that a selection holds, and tells their last states. */
    public List<ObjectNode> deleteAll(ResourceType type, ObjectSelection selection, DeleteOptions options)
            throws ApiError {
        return around.store().write(writer -> {
            var deleted = new ArrayList<ObjectNode>();
            for (var object : writer.list(type, selection.namespace())) {
                if (selection.matches(object)) {
                    var target = kept(WriteTarget.of(type, object.namespace(), object.name()));
                    deleted.add(new WriteTransaction(around, writer).delete(target, options).object());
                }
            }
            return deleted;
        });
    }

    /** Binds a pod to a node, as a Binding says. */
    public void bind(String namespace, String name, JsonNode binding, boolean dryRun) throws ApiError {
        around.store().write(writer -> {
            new PodWriting(around, writer).bind(namespace, name, binding, dryRun);
            return writer;
        });
    }

    /** Deletes a pod, if the disruption budgets let it go. */
    public void evict(String namespace, String name, DeleteOptions options) throws ApiError {
        around.store().write(writer -> {
            new PodWriting(around, writer).evict(namespace, name, options);
            return writer;
        });
    }

    /**
     * Puts a state that needs no checking in place of the old one: for what the server itself keeps up to date. Nothing
     * happens if they are the same.
     */
    public void overwrite(WriteTarget target, ObjectNode object) throws ApiError {
        around.store().write(writer -> {
            new WriteTransaction(around, writer).overwrite(target, object);
            return writer;
        });
    }

    /** As {@link #overwrite}; but an object that is being deleted and is now held by nothing goes. */
    public void release(WriteTarget target, ObjectNode object) throws ApiError {
        around.store().write(writer -> {
            new WriteTransaction(around, writer).release(target, object);
            return writer;
        });
    }

    /** Several writes as one: nobody sees, or does, anything between them. */
    public <T> T together(Together<T> writes) throws ApiError {
        return around.store().write(_ -> writes.with(this));
    }

    /** Several writes. */
    @FunctionalInterface
    public interface Together<T> {
        T with(StoredObjects objects) throws ApiError;
    }

    /**
     * Tells what exists, each as {@code ADDED}, and then every change, in order, on a thread of its own. None is missed.
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
        ObjectNode with(WriteTransaction writing, WriteTarget kept) throws ApiError;
    }

    private ObjectNode write(WriteTarget target, Write write) throws ApiError {
        return VersionedViews.shown(target.type(),
                around.store().write(writer -> write.with(new WriteTransaction(around, writer), kept(target))));
    }

    /** Views of the same objects are written as those are kept. */
    private WriteTarget kept(WriteTarget target) {
        var type = VersionedViews.direct(target.type()) ? target.type()
                : VersionedViews.kept(target.type(), around.catalog());
        return new WriteTarget(type, target.namespace(), target.name(), target.subresource());
    }

    private ObjectNode kept(WriteTarget target, ObjectNode object) {
        return VersionedViews.direct(target.type())
                ? object.deepCopy()
                : VersionedViews.shown(kept(target).type(), VersionedViews.kept(target.type(), object.deepCopy()));
    }
}
