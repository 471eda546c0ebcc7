package tessera.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import tessera.demo.fixture.write.SimulatedFleetObjects;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedEtcdStore.SimulatedStoreTransaction;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedApiStorage;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.demo.store.objects.SimulatedWriteOptions;

/** Loader of a fleet into an empty cluster, as if it had long been there. */
record SimulatedFleetInstaller(SimulatedApiStorage objects) {

    private static final String DEFINITION = "CustomResourceDefinition";
    private static final int BATCH = 128;
    private static final int BATCHES = 16;

    /** Writes objects on one thread and stores them on another, as large fleets take a while for both. */
    void installFleet(SimulatedFleetObjects fleet) throws InterruptedException {
        var belt = new ArrayBlockingQueue<List<ObjectNode>>(BATCHES);
        var writing = new FutureTask<@Nullable Void>(() -> {
            emitBatches(fleet, belt);
            return null;
        });
        Thread.ofPlatform().daemon().name("fleet").start(writing);
        for (var batch = belt.take(); !batch.isEmpty(); batch = belt.take()) {
            batch.forEach(this::storeObject);
        }
        try {
            writing.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the fleet could not be written down", e.getCause());
        }
    }

    /** Installs objects in order: those with a status as they are, others as a server creates them. */
    void installAll(List<ObjectNode> some) {
        for (var object : some) {
            if (object.has("status") || SimulatedStoreJsonCodec.textAt(object, "kind").equals(DEFINITION)) {
                storeObject(object);
            } else {
                createObject(object);
            }
        }
    }

    private void createObject(ObjectNode object) {
        try {
            objects.create(objects.catalog().typeOf(object), object, SimulatedWriteOptions.managedBy("helm"));
        } catch (SimulatedApiException e) {
            throw new IllegalStateException("an object of the environment may not be", e);
        }
    }

    /** Puts objects into the queue in batches, and an empty batch at the end. */
    private static void emitBatches(SimulatedFleetObjects fleet, BlockingQueue<List<ObjectNode>> belt)
            throws InterruptedException {
        var batch = new ArrayList<ObjectNode>(BATCH);
        try {
            fleet.emit(object -> {
                batch.add(object);
                if (batch.size() == BATCH) {
                    putBatch(belt, batch);
                }
            });
            if (!batch.isEmpty()) {
                putBatch(belt, batch);
            }
        } finally {
            belt.put(List.of());
        }
    }

    private static void putBatch(BlockingQueue<List<ObjectNode>> belt, List<ObjectNode> batch) {
        try {
            belt.put(List.copyOf(batch));
            batch.clear();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void storeObject(ObjectNode object) {
        try {
            if (SimulatedStoreJsonCodec.textAt(object, "kind").equals(DEFINITION)) {
                createDefinition(object);
            } else {
                objects.store().write(writer -> loadObject(writer, object));
            }
        } catch (SimulatedApiException e) {
            throw new IllegalStateException("the fleet has an object that may not be", e);
        }
    }

    /** Loads an object unless it exists: the bootstrap objects of every cluster stay as they are. */
    private SimulatedStoreTransaction loadObject(SimulatedStoreTransaction writer, ObjectNode object) {
        var type = objects.catalog().typeOf(object);
        if (writer.get(type, SimulatedMetadata.namespaceOf(object), SimulatedMetadata.nameOf(object)) == null) {
            object.remove("kind");
            object.remove("apiVersion");
            writer.load(type, object);
        }
        return writer;
    }

    /** Creates a CRD, which must be served before objects of its kind, and corrects its age afterwards. */
    private void createDefinition(ObjectNode definition) throws SimulatedApiException {
        var type = objects.catalog().get("customresourcedefinitions.apiextensions.k8s.io");
        var name = SimulatedMetadata.nameOf(definition);
        var since = SimulatedStoreJsonCodec.textAt(definition, "metadata", "creationTimestamp");
        definition.remove("status");
        objects.create(type, definition, SimulatedWriteOptions.managedBy("helm"));
        var target = SimulatedObjectWriteTarget.of(type, "", name);
        var established = objects.get(target);
        SimulatedStoreJsonCodec.childObject(established, "metadata").put("creationTimestamp", since);
        objects.overwrite(target, established);
    }
}
