package tessera.demo.api.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.stream.StreamSupport;
import tessera.demo.api.auth.SimulatedApiUser;
import tessera.demo.api.auth.SimulatedAuthorizationAttributes;
import tessera.demo.api.auth.SimulatedAuthorizationDecision;
import tessera.demo.api.call.SimulatedApiResponseWriter;
import tessera.demo.api.call.SimulatedAuthenticatedRequest;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedTimestampFormat;
import tessera.demo.patch.ownership.FieldManagerIdentity;
import tessera.demo.patch.ownership.SimulatedNonApplyManagedFieldsUpdater;
import tessera.demo.patch.schema.SimulatedKindSchema;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.schema.FieldViolation;

/** Endpoints for access and token reviews: objects that are created to be answered, and never stored. */
public final class SimulatedAccessReviewEndpoints {

    private static final String AUTHORIZATION = "authorization.k8s.io/v1";
    private static final String AUTHENTICATION = "authentication.k8s.io/v1";

    private SimulatedAccessReviewEndpoints() {}

    /** Answers a {@code SelfSubjectAccessReview}. */
    public static void answerSelfAccess(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var spec = readSpec(call, "SelfSubjectAccessReview");
        answerAccessReview(call, "SelfSubjectAccessReview", spec, decideAccess(call, call.user(), spec));
    }

    /** Answers a {@code SubjectAccessReview}. */
    public static void answerAccess(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var spec = readSpec(call, "SubjectAccessReview");
        answerAccessReview(call, "SubjectAccessReview", spec, decideAccess(call, subjectOf(spec), spec));
    }

    /** Answers a {@code LocalSubjectAccessReview}. */
    public static void answerLocalAccess(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var spec = readSpec(call, "LocalSubjectAccessReview");
        answerAccessReview(call, "LocalSubjectAccessReview", spec, decideAccess(call, subjectOf(spec), spec));
    }

    /** Answers a {@code SelfSubjectRulesReview}. */
    public static void answerRules(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var namespace = SimulatedStoreJsonCodec.textAt(readSpec(call, "SelfSubjectRulesReview"), "namespace");
        if (namespace.isEmpty()) {
            throw SimulatedApiException.badRequest("no namespace on request");
        }
        var review = newReview("SelfSubjectRulesReview", AUTHORIZATION);
        review.putObject("spec");
        review.set("status", call.context().rbac().rulesReviewStatus(call.user(), namespace));
        SimulatedApiResponseWriter.writeTree(call, 201, review);
    }

    /** Answers a {@code SelfSubjectReview}. */
    public static void answerSelf(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var review = newReview("SelfSubjectReview", AUTHENTICATION);
        SimulatedStoreJsonCodec.childObject(review, "metadata").put("creationTimestamp",
                SimulatedTimestampFormat.secondsText(call.context().clock().instant()));
        var status = review.putObject("status");
        putUser(status.putObject("userInfo"), call.user());
        SimulatedApiResponseWriter.writeTree(call, 201, review);
    }

    /** Answers a {@code TokenReview}. */
    public static void answerToken(SimulatedAuthenticatedRequest call) throws IOException, SimulatedApiException {
        var spec = readSpec(call, "TokenReview");
        var review = newReview("TokenReview", AUTHENTICATION);
        review.set("spec", spec);
        var user = call.context().tokens().userOf(SimulatedStoreJsonCodec.textAt(spec, "token"));
        var status = review.putObject("status");
        if (user == null) {
            status.put("error", "token not found");
        } else {
            putUser(status.put("authenticated", true).putObject("user"), user);
        }
        SimulatedApiResponseWriter.writeTree(call, 201, review);
    }

    private static void putUser(ObjectNode info, SimulatedApiUser user) {
        info.put("username", user.name());
        if (!user.uid().isEmpty()) {
            info.put("uid", user.uid());
        }
        var groups = info.putArray("groups");
        user.groups().forEach(groups::add);
    }

    private static JsonNode readSpec(SimulatedAuthenticatedRequest call, String kind)
            throws IOException, SimulatedApiException {
        var spec = call.readObject(kind).object().path("spec");
        return spec.isObject() ? spec : SimulatedStoreJsonCodec.newObject();
    }

    private static SimulatedApiUser subjectOf(JsonNode spec) {
        var groups = StreamSupport.stream(spec.path("groups").spliterator(), false).map(JsonNode::asText).toList();
        return new SimulatedApiUser(SimulatedStoreJsonCodec.textAt(spec, "user"),
                SimulatedStoreJsonCodec.textAt(spec, "uid"), groups);
    }

    private static SimulatedAuthorizationDecision decideAccess(SimulatedAuthenticatedRequest call,
            SimulatedApiUser user,
            JsonNode spec)
            throws SimulatedApiException {
        var resource = spec.path("resourceAttributes");
        var path = spec.path("nonResourceAttributes");
        if (resource.isObject() == path.isObject()) {
            throw SimulatedApiException.invalid(new ErrorSubject("authorization.k8s.io", "", ""),
                    FieldViolation.invalid("spec.resourceAttributes", MissingNode.getInstance(),
                            "exactly one of nonResourceAttributes or resourceAttributes must be specified"));
        }
        var attributes = path.isObject()
                ? new SimulatedAuthorizationAttributes(SimulatedStoreJsonCodec.textAt(path, "verb"), "", "", "", "", "",
                        SimulatedStoreJsonCodec.textAt(path, "path"))
                : new SimulatedAuthorizationAttributes(SimulatedStoreJsonCodec.textAt(resource, "verb"),
                        SimulatedStoreJsonCodec.textAt(resource, "group"),
                        SimulatedStoreJsonCodec.textAt(resource, "resource"),
                        SimulatedStoreJsonCodec.textAt(resource, "subresource"),
                        SimulatedStoreJsonCodec.textAt(resource, "namespace"),
                        SimulatedStoreJsonCodec.textAt(resource, "name"), "");
        return call.context().rbac().decide(user, attributes);
    }

    private static void answerAccessReview(SimulatedAuthenticatedRequest call, String kind, JsonNode spec,
            SimulatedAuthorizationDecision decision)
            throws IOException, SimulatedApiException {
        var asked = newReview(kind, AUTHORIZATION);
        asked.set("spec", spec);
        var review = withManagedFields(call, kind, asked);
        var status = review.putObject("status").put("allowed", decision.allowed());
        if (!decision.reason().isEmpty()) {
            status.put("reason", decision.reason());
        }
        SimulatedApiResponseWriter.writeTree(call, 201, review);
    }

    /** Returns the review with managed fields, which a real server adds although it stores nothing. */
    private static ObjectNode withManagedFields(SimulatedAuthenticatedRequest call, String kind, ObjectNode review)
            throws SimulatedApiException {
        var schema = SimulatedKindSchema.findBuiltIn(kind);
        if (schema.isEmpty()) {
            return review;
        }
        var writer = new FieldManagerIdentity(call.writeOptions("CreateOptions").manager(),
                call.context().clock().instant());
        return SimulatedNonApplyManagedFieldsUpdater.afterUpdate(schema.get(), null, review, writer);
    }

    private static ObjectNode newReview(String kind, String apiVersion) {
        var review = SimulatedStoreJsonCodec.newObject().put("kind", kind).put("apiVersion", apiVersion);
        review.putObject("metadata");
        return review;
    }
}
