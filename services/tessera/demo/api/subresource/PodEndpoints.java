package tessera.demo.api.subresource;

import java.io.IOException;
import java.util.ArrayList;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.DeleteOptions;

/** Binds pods to nodes, and evicts them. */
public final class PodEndpoints {

    private PodEndpoints() {}

    /** {@code POST pods/NAME/binding}. */
    public static void bind(ApiCall call) throws IOException, ApiError {
        var binding = call.body("Binding").object();
        var options = call.writeOptions("CreateOptions");
        call.objects().bind(call.info().namespace(), call.info().name(), binding, options.dryRun());
        ResponseWriter.success(call, 201);
    }

    /** {@code POST bindings}: the same, with the pod's name in the body. */
    public static void bindByBody(ApiCall call) throws IOException, ApiError {
        var binding = call.body("Binding").object();
        var options = call.writeOptions("CreateOptions");
        call.objects().bind(call.info().namespace(), StoreJson.text(binding, "metadata", "name"), binding,
                options.dryRun());
        ResponseWriter.success(call, 201);
    }

    /** {@code POST pods/NAME/eviction}. */
    public static void evict(ApiCall call) throws IOException, ApiError {
        var body = call.body("Eviction").object();
        var name = StoreJson.text(body, "metadata", "name");
        if (!name.isEmpty() && !name.equals(call.info().name())) {
            throw ApiError.badRequest("name in URL does not match name in Eviction object");
        }
        var options = StoreJson.child(body, "deleteOptions");
        var dryRun = new ArrayList<>(call.query().all("dryRun"));
        options.path("dryRun").forEach(value -> dryRun.add(value.asText()));
        call.objects().evict(call.info().namespace(), call.info().name(),
                new DeleteOptions(options, ApiCall.dryRun("DeleteOptions", dryRun)));
        ResponseWriter.success(call, 201);
    }
}
