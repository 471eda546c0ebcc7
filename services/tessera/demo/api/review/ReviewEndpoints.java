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

/** Answers reviews: objects that are asked for by creating them, and never stored. */
public final class ReviewEndpoints {

    private static final String AUTHORIZATION = "authorization.k8s.io/v1";
    private static final String AUTHENTICATION = "authentication.k8s.io/v1";

    private ReviewEndpoints() {}

    /** May I? */
    public static void selfAccess(ApiCall call) throws IOException, ApiError {
        var spec = spec(call, "SelfSubjectAccessReview");
        answer(call, "SelfSubjectAccessReview", spec, decide(call, call.user(), spec));
    }

    /** May somebody else? */
    public static void access(ApiCall call) throws IOException, ApiError {
        var spec = spec(call, "SubjectAccessReview");
        answer(call, "SubjectAccessReview", spec, decide(call, subject(spec), spec));
    }

    /** May somebody, in this namespace? */
    public static void localAccess(ApiCall call) throws IOException, ApiError {
        var spec = spec(call, "LocalSubjectAccessReview");
        answer(call, "LocalSubjectAccessReview", spec, decide(call, subject(spec), spec));
    }

    /** What may I do in a namespace? */
    public static void rules(ApiCall call) throws IOException, ApiError {
        var namespace = StoreJson.text(spec(call, "SelfSubjectRulesReview"), "namespace");
        if (namespace.isEmpty()) {
            throw ApiError.badRequest("no namespace on request");
        }
        var review = review("SelfSubjectRulesReview", AUTHORIZATION);
        review.putObject("spec");
        review.set("status", call.site().rbac().rules(call.user(), namespace));
        ResponseWriter.tree(call, 201, review);
    }

    /** Who am I? */
    public static void self(ApiCall call) throws IOException, ApiError {
        var review = review("SelfSubjectReview", AUTHENTICATION);
        StoreJson.child(review, "metadata").put("creationTimestamp",
                ObjectTimes.seconds(call.site().clock().instant()));
        var status = review.putObject("status");
        describe(status.putObject("userInfo"), call.user());
        ResponseWriter.tree(call, 201, review);
    }

    /** Whose token is this? */
    public static void token(ApiCall call) throws IOException, ApiError {
        var spec = spec(call, "TokenReview");
        var review = review("TokenReview", AUTHENTICATION);
        review.set("spec", spec);
        var user = call.site().tokens().user(StoreJson.text(spec, "token"));
        var status = review.putObject("status");
        if (user == null) {
            status.put("error", "token not found");
        } else {
            describe(status.put("authenticated", true).putObject("user"), user);
        }
        ResponseWriter.tree(call, 201, review);
    }

    private static void describe(ObjectNode info, RequestUser user) {
        info.put("username", user.name());
        if (!user.uid().isEmpty()) {
            info.put("uid", user.uid());
        }
        var groups = info.putArray("groups");
        user.groups().forEach(groups::add);
    }

    private static JsonNode spec(ApiCall call, String kind) throws IOException, ApiError {
        var spec = call.body(kind).object().path("spec");
        return spec.isObject() ? spec : StoreJson.object();
    }

    private static RequestUser subject(JsonNode spec) {
        var groups = StreamSupport.stream(spec.path("groups").spliterator(), false).map(JsonNode::asText).toList();
        return new RequestUser(StoreJson.text(spec, "user"), StoreJson.text(spec, "uid"), groups);
    }

    private static AccessDecision decide(ApiCall call, RequestUser user, JsonNode spec) throws ApiError {
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
                ? new AccessAttributes(StoreJson.text(path, "verb"), "", "", "", "", "", StoreJson.text(path, "path"))
                : new AccessAttributes(StoreJson.text(resource, "verb"), StoreJson.text(resource, "group"),
                        StoreJson.text(resource, "resource"),
                        StoreJson.text(resource, "subresource"), StoreJson.text(resource, "namespace"),
                        StoreJson.text(resource, "name"), "");
        return call.site().rbac().decide(user, access);
    }

    private static void answer(ApiCall call, String kind, JsonNode spec, AccessDecision decision)
            throws IOException, ApiError {
        var asked = review(kind, AUTHORIZATION);
        asked.set("spec", spec);
        var review = owned(call, kind, asked);
        var status = review.putObject("status").put("allowed", decision.allowed());
        if (!decision.reason().isEmpty()) {
            status.put("reason", decision.reason());
        }
        ResponseWriter.tree(call, 201, review);
    }

    /** A real server keeps book of who asked what, though it keeps nothing of the review itself. */
    private static ObjectNode owned(ApiCall call, String kind, ObjectNode review) throws ApiError {
        var schema = KindSchema.builtIn(kind);
        if (schema.isEmpty()) {
            return review;
        }
        var writer = new FieldWriter(call.writeOptions("CreateOptions").manager(), call.site().clock().instant());
        return ManagedFields.afterUpdate(schema.get(), null, review, writer);
    }

    private static ObjectNode review(String kind, String apiVersion) {
        var review = StoreJson.object().put("kind", kind).put("apiVersion", apiVersion);
        review.putObject("metadata");
        return review;
    }
}
