package tessera.demo.api.subresource;

import com.fasterxml.jackson.databind.node.LongNode;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import tessera.demo.api.auth.SimulatedApiUser;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.demo.store.objects.SimulatedObjectWriteTarget;
import tessera.kube.schema.FieldViolation;

/** Endpoint that issues tokens for service accounts. */
public final class SimulatedTokenEndpoint {

    private static final Duration USUAL = Duration.ofHours(1);
    private static final Duration LEAST = Duration.ofMinutes(10);

    private SimulatedTokenEndpoint() {}

    public static void answerTokenRequest(SimulatedAuthenticatedRequest call)
            throws IOException, SimulatedApiException {
        var info = call.info();
        var account = call.storedObjects()
                .get(SimulatedObjectWriteTarget.of(call.storedObjects().catalog().get("serviceaccounts"),
                        info.namespace(),
                        info.name()));
        var request = call.readObject("TokenRequest").object();
        var spec = SimulatedStoreJsonCodec.childObject(request, "spec");
        var life = Duration.ofSeconds(spec.path("expirationSeconds").asLong(USUAL.toSeconds()));
        if (life.compareTo(LEAST) < 0) {
            throw SimulatedApiException.invalid(new ErrorSubject("authentication.k8s.io", "TokenRequest", ""),
                    FieldViolation.invalid("spec.expirationSeconds", LongNode.valueOf(life.toSeconds()),
                            "may not specify a duration less than 10 minutes"));
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
                serviceAccountUser(info.namespace(), info.name(),
                        SimulatedStoreJsonCodec.textAt(account, "metadata", "uid")),
                expires);
        var answer = SimulatedStoreJsonCodec.newObject().put("kind", "TokenRequest").put("apiVersion",
                "authentication.k8s.io/v1");
        answer.putObject("metadata").put("name", info.name()).put("namespace", info.namespace())
                .put("creationTimestamp", SimulatedTimestampFormat.secondsText(call.context().clock().instant()));
        answer.set("spec", spec);
        answer.putObject("status").put("token", token).put("expirationTimestamp",
                SimulatedTimestampFormat.secondsText(expires));
        SimulatedApiResponseWriter.writeTree(call, 201, answer);
    }

    private static SimulatedApiUser serviceAccountUser(String namespace, String name, String uid) {
        return new SimulatedApiUser("system:serviceaccount:" + namespace + ":" + name, uid,
                List.of("system:serviceaccounts", "system:serviceaccounts:" + namespace));
    }
}
