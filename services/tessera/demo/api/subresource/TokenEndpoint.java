package tessera.demo.api.subresource;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.auth.RequestUser;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;
import tessera.demo.store.objects.WriteTarget;

/** Endpoint that issues tokens for service accounts. */
public final class TokenEndpoint {

    private static final Duration USUAL = Duration.ofHours(1);
    private static final Duration LEAST = Duration.ofMinutes(10);

    private TokenEndpoint() {}

    public static void answerTokenRequest(ApiCall call) throws IOException, ApiError {
        var info = call.info();
        var account = call.storedObjects()
                .get(WriteTarget.of(call.storedObjects().catalog().get("serviceaccounts"), info.namespace(),
                        info.name()));
        var request = call.readObject("TokenRequest").object();
        var spec = StoreJson.childObject(request, "spec");
        var life = Duration.ofSeconds(spec.path("expirationSeconds").asLong(USUAL.toSeconds()));
        if (life.compareTo(LEAST) < 0) {
            throw ApiError.invalid(new ErrorSubject("authentication.k8s.io", "TokenRequest", ""),
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
        var expires = call.context().clock().instant().plus(life);
        var token = "demo." + call.context().auditIds().get() + "." + call.context().auditIds().get();
        call.context().tokens().grant(token,
                serviceAccountUser(info.namespace(), info.name(), StoreJson.textAt(account, "metadata", "uid")),
                expires);
        var answer = StoreJson.newObject().put("kind", "TokenRequest").put("apiVersion", "authentication.k8s.io/v1");
        answer.putObject("metadata").put("name", info.name()).put("namespace", info.namespace())
                .put("creationTimestamp", ObjectTimes.secondsText(call.context().clock().instant()));
        answer.set("spec", spec);
        answer.putObject("status").put("token", token).put("expirationTimestamp", ObjectTimes.secondsText(expires));
        ResponseWriter.writeTree(call, 201, answer);
    }

    private static RequestUser serviceAccountUser(String namespace, String name, String uid) {
        return new RequestUser("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace));
    }
}
