package tessera.demo.api.subresource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.auth.User;
import tessera.demo.api.call.Answers;
import tessera.demo.api.call.Call;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.object.ApiError.Subject;
import tessera.demo.store.Json;
import tessera.demo.store.objects.Target;
import tessera.demo.store.objects.Times;

/** Hands out tokens for service accounts. */
public final class TokenEndpoint {

    private static final Duration USUAL = Duration.ofHours(1);
    private static final Duration LEAST = Duration.ofMinutes(10);

    private TokenEndpoint() {}

    public static void answer(Call call) throws IOException, ApiError {
        var info = call.info();
        var account = call.objects()
                .get(Target.of(call.objects().catalog().get("serviceaccounts"), info.namespace(), info.name()));
        var request = call.body("TokenRequest").object();
        var spec = Json.child(request, "spec");
        var life = Duration.ofSeconds(spec.path("expirationSeconds").asLong(USUAL.toSeconds()));
        if (life.compareTo(LEAST) < 0) {
            throw ApiError.invalid(new Subject("authentication.k8s.io", "TokenRequest", ""),
                    List.of(new Cause("FieldValueInvalid", "Invalid value: " + life.toSeconds()
                            + ": may not specify a duration less than 10 minutes", "spec.expirationSeconds")));
        }
        spec.put("expirationSeconds", life.toSeconds());
        if (!spec.has("boundObjectRef")) {
            spec.putNull("boundObjectRef");
        }
        if (spec.path("audiences").isEmpty()) {
            spec.putArray("audiences").add("https://kubernetes.default.svc.cluster.local");
        }
        var expires = call.site().clock().instant().plus(life);
        var token = "demo." + call.site().audit().get() + "." + call.site().audit().get();
        call.site().tokens().grant(token, user(info.namespace(), info.name(), Json.text(account, "metadata", "uid")),
                expires);
        var answer = Json.object().put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
        answer.putObject("metadata").put("name", info.name()).put("namespace", info.namespace())
                .put("creationTimestamp", Times.seconds(call.site().clock().instant()));
        answer.set("spec", spec);
        answer.putObject("status").put("token", token).put("expirationTimestamp", Times.seconds(expires));
        Answers.tree(call, 201, answer);
    }

    private static User user(String namespace, String name, String uid) {
        return new User("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace));
    }
}
