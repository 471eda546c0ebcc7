package tessera.demo.api.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.stream.StreamSupport;
import tessera.demo.api.auth.AccessAttributes;
import tessera.demo.api.auth.AccessDecision;
import tessera.demo.api.auth.RequestUser;
import tessera.demo.api.call.ApiCall;
import tessera.demo.api.call.ResponseWriter;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.Cause;
import tessera.demo.object.ApiError.ErrorSubject;
import tessera.demo.patch.ownership.FieldWriter;
import tessera.demo.patch.ownership.ManagedFields;
import tessera.demo.patch.schema.KindSchema;
import tessera.demo.store.StoreJson;
import tessera.demo.store.objects.ObjectTimes;

/** Endpoints for access and token reviews: objects that are created to be answered, and never stored. */
public final class ReviewEndpoints {

    private static final String AUTHORIZATION = "authorization.k8s.io/v1";
    private static final String AUTHENTICATION = "authentication.k8s.io/v1";

    private ReviewEndpoints() {}

    /** Answers a {@code SelfSubjectAccessReview}. */
    public static void answerSelfAccess(ApiCall call) throws IOException, ApiError {
        var spec = readSpec(call, "SelfSubjectAccessReview");
        answerAccessReview(call, "SelfSubjectAccessReview", spec, decideAccess(call, call.user(), spec));
    }

    /** Answers a {@code SubjectAccessReview}. */
    public static void answerAccess(ApiCall call) throws IOException, ApiError {
        var spec = readSpec(call, "SubjectAccessReview");
        answerAccessReview(call, "SubjectAccessReview", spec, decideAccess(call, subjectOf(spec), spec));
    }

    /** Answers a {@code LocalSubjectAccessReview}. */
    public static void answerLocalAccess(ApiCall call) throws IOException, ApiError {
        var spec = readSpec(call, "LocalSubjectAccessReview");
        answerAccessReview(call, "LocalSubjectAccessReview", spec, decideAccess(call, subjectOf(spec), spec));
    }

    /** Answers a {@code SelfSubjectRulesReview}. */
    public static void answerRules(ApiCall call) throws IOException, ApiError {
        var namespace = StoreJson.textAt(readSpec(call, "SelfSubjectRulesReview"), "namespace");
        if (namespace.isEmpty()) {
            throw ApiError.badRequest("no namespace on request");
        }
        var review = newReview("SelfSubjectRulesReview", AUTHORIZATION);
        review.putObject("spec");
        review.set("status", call.context().rbac().rulesReviewStatus(call.user(), namespace));
        ResponseWriter.writeTree(call, 201, review);
    }

    /** Answers a {@code SelfSubjectReview}. */
    public static void answerSelf(ApiCall call) throws IOException, ApiError {
        var review = newReview("SelfSubjectReview", AUTHENTICATION);
        StoreJson.childObject(review, "metadata").put("creationTimestamp",
                ObjectTimes.secondsText(call.context().clock().instant()));
        var status = review.putObject("status");
        putUser(status.putObject("userInfo"), call.user());
        ResponseWriter.writeTree(call, 201, review);
    }

    /** Answers a {@code TokenReview}. */
    public static void answerToken(ApiCall call) throws IOException, ApiError {
        var spec = readSpec(call, "TokenReview");
        var review = newReview("TokenReview", AUTHENTICATION);
        review.set("spec", spec);
        var user = call.context().tokens().userOf(StoreJson.textAt(spec, "token"));
        var status = review.putObject("status");
        if (user == null) {
            status.put("error", "token not found");
        } else {
            putUser(status.put("authenticated", true).putObject("user"), user);
        }
        ResponseWriter.writeTree(call, 201, review);
    }

    private static void putUser(ObjectNode info, RequestUser user) {
        info.put("username", user.name());
        if (!user.uid().isEmpty()) {
            info.put("uid", user.uid());
        }
        var groups = info.putArray("groups");
        user.groups().forEach(groups::add);
    }

    private static JsonNode readSpec(ApiCall call, String kind) throws IOException, ApiError {
        var spec = call.readObject(kind).object().path("spec");
        return spec.isObject() ? spec : StoreJson.newObject();
    }

    private static RequestUser subjectOf(JsonNode spec) {
        var groups = StreamSupport.stream(spec.path("groups").spliterator(), false).map(JsonNode::asText).toList();
        return new RequestUser(StoreJson.textAt(spec, "user"), StoreJson.textAt(spec, "uid"), groups);
    }

    private static AccessDecision decideAccess(ApiCall call, RequestUser user, JsonNode spec) throws ApiError {
        var resource = spec.path("resourceAttributes");
        var path = spec.path("nonResourceAttributes");
        if (resource.isObject() == path.isObject()) {
            throw ApiError.invalid(new ErrorSubject("authorization.k8s.io", "", ""),
                    List.of(new Cause("FieldValueInvalid",
                            "Invalid value: null: exactly one of nonResourceAttributes or "
                                    + "resourceAttributes must be specified",
                            "spec.resourceAttributes")));
        }
        var access = path.isObject()
                ? new AccessAttributes(StoreJson.textAt(path, "verb"), "", "", "", "", "",
                        StoreJson.textAt(path, "path"))
                : new AccessAttributes(StoreJson.textAt(resource, "verb"), StoreJson.textAt(resource, "group"),
                        StoreJson.textAt(resource, "resource"),
                        StoreJson.textAt(resource, "subresource"), StoreJson.textAt(resource, "namespace"),
                        StoreJson.textAt(resource, "name"), "");
        return call.context().rbac().decide(user, access);
    }

    private static void answerAccessReview(ApiCall call, String kind, JsonNode spec, AccessDecision decision)
            throws IOException, ApiError {
        var asked = newReview(kind, AUTHORIZATION);
        asked.set("spec", spec);
        var review = withManagedFields(call, kind, asked);
        var status = review.putObject("status").put("allowed", decision.allowed());
        if (!decision.reason().isEmpty()) {
            status.put("reason", decision.reason());
        }
        ResponseWriter.writeTree(call, 201, review);
    }

    /** Returns the review with managed fields, which a real server adds although it stores nothing. */
    private static ObjectNode withManagedFields(ApiCall call, String kind, ObjectNode review) throws ApiError {
        var schema = KindSchema.findBuiltIn(kind);
        if (schema.isEmpty()) {
            return review;
        }
        var writer = new FieldWriter(call.writeOptions("CreateOptions").manager(), call.context().clock().instant());
        return ManagedFields.afterUpdate(schema.get(), null, review, writer);
    }

    private static ObjectNode newReview(String kind, String apiVersion) {
        var review = StoreJson.newObject().put("kind", kind).put("apiVersion", apiVersion);
        review.putObject("metadata");
        return review;
    }
}
