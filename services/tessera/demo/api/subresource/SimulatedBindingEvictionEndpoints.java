package tessera.demo.api.subresource;

import java.io.IOException;
import java.util.ArrayList;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedDeleteOptions;

/** Endpoints that bind pods to nodes and evict them. */
public final class SimulatedBindingEvictionEndpoints {

    private SimulatedBindingEvictionEndpoints() {}

    /** Answers {@code POST pods/NAME/binding}. */
    public static void answerBinding(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var binding = call.readObject("Binding").object();
        var options = call.writeOptions("CreateOptions");
        call.storedObjects().bindPod(call.info().namespace(), call.info().name(), binding, options.dryRun());
        SimulatedApiResponseWriter.writeSuccess(call, 201);
    }

    /** Answers {@code POST pods/NAME/eviction}. */
    public static void answerEviction(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var body = call.readObject("Eviction").object();
        var name = SimulatedStoreJsonCodec.textAt(body, "metadata", "name");
        if (!name.isEmpty() && !name.equals(call.info().name())) {
            throw SimulatedApiException.badRequest("name in URL does not match name in Eviction object");
        }
        var options = SimulatedStoreJsonCodec.childObject(body, "deleteOptions");
        var dryRun = new ArrayList<>(call.queryParameters().allValues("dryRun"));
        options.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        call.storedObjects().evictPod(call.info().namespace(), call.info().name(),
                new SimulatedDeleteOptions(options, SimulatedAuthenticatedRequest.isDryRun("DeleteOptions", dryRun)));
        SimulatedApiResponseWriter.writeSuccess(call, 201);
    }
}
