package tessera.demo.api.subresource;

import java.io.IOException;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;

/** Endpoint that finalizes terminating namespaces. */
public final class SimulatedNamespaceFinalizeEndpoint {

    private SimulatedNamespaceFinalizeEndpoint() {}

    /** Answers {@code PUT namespaces/NAME/finalize}. */
    public static void answerFinalize(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var wanted = call.readObject("Namespace").object().path("spec").path("finalizers");
        var type = call.storedObjects().catalog().get("namespaces");
        var target = SimulatedObjectWriteTarget.of(type, "", call.info().name());
        var answer = call.storedObjects().runTogether(objects -> {
            var namespace = objects.get(target);
            if (wanted.isArray()) {
                SimulatedStoreJsonCodec.childObject(namespace, "spec").set("finalizers", wanted);
            } else {
                SimulatedStoreJsonCodec.childObject(namespace, "spec").remove("finalizers");
            }
            objects.overwriteOrRemove(target, namespace);
            return namespace;
        });
        SimulatedApiResponseWriter.writeObject(call, 200, type, answer);
    }
}
