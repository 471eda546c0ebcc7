package tessera.demo.api.write;

import java.io.IOException;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.object.ApiError;
import tessera.demo.store.ResourceType;
import tessera.demo.store.objects.Target;

/** Puts new states in place of old ones. */
public final class ReplaceEndpoint {

    private ReplaceEndpoint() {}

    public static void answer(Call call, ResourceType type) throws IOException, ApiError {
        var body = call.body(type.kind());
        var options = call.writeOptions("UpdateOptions").with(body.problems());
        Answers.object(call, 200, type, call.objects().replace(target(call, type), body.object(), options));
    }

    static Target target(Call call, ResourceType type) {
        var info = call.info();
        return new Target(type, type.namespaced() ? info.namespace() : "", info.name(), info.subresource());
    }
}
