package tessera.cluster.object;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.StepAccess;

/** Client of self subject access reviews. Waits for the server. */
public final class AccessReviews {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

    private final ServerRoute route;

    public AccessReviews(ServerRoute route) {
        this.route = route;
    }

    /** Returns whether the user may perform an action, as the server says. */
    public StepAccess.AccessAnswer reviewAccess(StepAccess access) throws Failure, InterruptedException {
        var review = JSON.createObjectNode().put("apiVersion", "authorization.k8s.io/v1").put("kind",
                "SelfSubjectAccessReview");
        review.putObject("spec").putObject("resourceAttributes").put("verb", access.verb())
                .put("group", access.group()).put("resource", access.resource())
                .put("subresource", access.subresource()).put("namespace", access.namespace())
                .put("name", access.name());
        var text = "ask whether one may " + access.accessText();
        try {
            var status = JSON
                    .readTree(route.transport().readText(ApiRequest.postQuery(REVIEWS, review.toString(), text)))
                    .path("status");
            return new StepAccess.AccessAnswer(access, status.path("allowed").asBoolean(false),
                    status.path("reason").asText(""));
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "Could not " + text + ": the answer is not JSON"), e);
        }
    }
}
