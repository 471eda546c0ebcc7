package tessera.demo.api.subresource;

import java.io.IOException;
import java.util.ArrayList;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/** Endpoints that bind pods to nodes and evict them. */
public final class PodEndpoints {

    private PodEndpoints() {}

    /** Answers {@code POST pods/NAME/binding}. */
    public static void answerBinding(ApiCall call) throws IOException, ApiError {
        var binding = call.readObject("Binding").object();
        var options = call.writeOptions("CreateOptions");
        call.storedObjects().bindPod(call.info().namespace(), call.info().name(), binding, options.dryRun());
        ResponseWriter.writeSuccess(call, 201);
    }

    /** Answers {@code POST bindings}, with the pod's name in the body. */
    public static void answerBindings(ApiCall call) throws IOException, ApiError {
        var binding = call.readObject("Binding").object();
        var options = call.writeOptions("CreateOptions");
        call.storedObjects().bindPod(call.info().namespace(), StoreJson.textAt(binding, "metadata", "name"), binding,
                options.dryRun());
        ResponseWriter.writeSuccess(call, 201);
    }

    /** Answers {@code POST pods/NAME/eviction}. */
    public static void answerEviction(ApiCall call) throws IOException, ApiError {
        var body = call.readObject("Eviction").object();
        var name = StoreJson.textAt(body, "metadata", "name");
        if (!name.isEmpty() && !name.equals(call.info().name())) {
            throw ApiError.badRequest("name in URL does not match name in Eviction object");
        }
        var options = StoreJson.childObject(body, "deleteOptions");
        var dryRun = new ArrayList<>(call.queryParameters().allValues("dryRun"));
        options.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        call.storedObjects().evictPod(call.info().namespace(), call.info().name(),
                new DeleteOptions(options, ApiCall.isDryRun("DeleteOptions", dryRun)));
        ResponseWriter.writeSuccess(call, 201);
    }
}
