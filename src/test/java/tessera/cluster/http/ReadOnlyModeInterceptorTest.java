package tessera.cluster.http;

import java.util.Optional;
import okhttp3.MediaType;
import okhttp3.Request;
import okhttp3.RequestBody;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tessera.cluster.http.ApiRequestReason.ReadOnlyViolation;

import static org.assertj.core.api.Assertions.assertThat;

class ReadOnlyModeInterceptorTest {

    private static final MediaType JSON = MediaType.get("application/json");
    private static final String POD = "/api/v1/namespaces/n/pods/p";
    private static final String REVIEWS = "/apis/authorization.k8s.io/v1/";

    private static Request request(String method, String target, @Nullable String body) {
        boolean needsBody = method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
        var content = body != null ? RequestBody.create(body, JSON) : needsBody ? RequestBody.create("{}", JSON) : null;
        return new Request.Builder().url("http://server" + target).method(method, content).build();
    }

    /** As the gate sees it: after the client has put the address into its final form. */
    private static Optional<ApiRequestReason.ReadOnlyViolation> objection(Request request) {
        return ReadOnlyModeInterceptor.refusalReason(request, request.url().encodedPath());
    }

    private static Optional<ApiRequestReason.ReadOnlyViolation> objection(String method, String target) {
        return objection(request(method, target, null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/version", "/healthz", "/livez?verbose", "/api", "/apis", "/api/v1", "/apis/apps/v1",
        "/openapi/v3/apis/apps/v1?hash=1", "/metrics", "/api/v1/nodes", "/api/v1/nodes?watch=true&resourceVersion=1",
        "/api/v1/watch/pods", "/api/v1/namespaces", "/api/v1/namespaces/exec", POD, POD + "/log?follow=true",
        POD + "/status", "/api/v1/namespaces/n/pods/exec", "/api/v1/namespaces/exec/pods/attach/log",
        "/api/v1/namespaces/n/pods/", "/apis/apps/v1/namespaces/n/deployments/d/scale",
        "/apis/rbac.authorization.k8s.io/v1/clusterroles/system:node", "/api/v1/namespaces/n/pods?fieldSelector=a%3Db",
        POD + ":9400/proxy/metrics", "/api/v1/namespaces/n/services/http:prom:9090/proxy/api/v1/query?query=up%7B%7D",
        "/api/v1/namespaces/n/services/p:9090/proxy/prometheus/api/v1/query_range?query=a",
        "/api/v1/namespaces/n/services/p/proxy/api/v1/label/__name__/values", "/api/v1/nodes/x/proxy/metrics/cadvisor",
        "/api/v1/nodes/x/proxy/stats/summary", "/api/v1/namespaces/n/services/p/proxy/-/healthy"})
    void readsPass(String target) {
        assertThat(objection("GET", target)).isEmpty();
        assertThat(objection("HEAD", target)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {POD + "/exec?command=ls", POD + "/attach", POD + "/portforward", POD + "/exec/",
        POD + "/EXEC", POD + "/%65xec?command=ls", POD + "/%2565xec", POD + "/ex%65c",
        "/api/v1//namespaces/n/pods/p/exec", "//api/v1/namespaces/n/pods/p/exec", POD + "%2fexec", POD + "%5cexec",
        POD + "/exec;x=1", POD + "/.%2e/p/exec", "/api/v1/watch/namespaces/n/pods/p/exec",
        "/api/v1/namespaces/n/pods/p/exec?dryRun=All", "/api/v1/proxy/namespaces/n/pods/p",
        "/api/v1/nodes/x/proxy/run/n/p/c?cmd=ls", "/api/v1/nodes/x/proxy/exec/n/p/metrics",
        "/api/v1/nodes/x/proxy/attach/n/p/c", "/api/v1/nodes/x/proxy/", "/api/v1/nodes/x/proxy",
        "/api/v1/nodes/x:10250/proxy/logs/", POD + "/proxy", POD + "/proxy/delete?all=true",
        POD + "/proxy/metrics/reset", POD + "/proxy/-/quit", POD + "/proxy/api/v1/admin/tsdb/delete_series",
        "/apis/custom.io/v1/namespaces/n/things/t/proxy/metrics", POD + "/%00", POD + "/%zz", POD + "/%e", POD + "/%",
        POD + "/%c0%af"})
    void whatReachesFurtherThanTheApiOrCanBeReadInTwoWaysIsRefusedEvenAsARead(String target) {
        assertThat(objection("GET", target)).isPresent();
        assertThat(objection("POST", target)).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
            POST /api/v1/namespaces/n/pods
            PUT /api/v1/namespaces/n/pods/p
            PATCH /api/v1/nodes/x
            DELETE /api/v1/namespaces/n/pods/p
            DELETE /api/v1/namespaces/n/pods
            POST /api/v1/namespaces/n/pods/p/eviction
            POST /api/v1/namespaces/n/pods/p/binding
            POST /version
            PATCH /api/v1/nodes/x/status
            POST /api/v1/namespaces/n/serviceaccounts/s/token
            PUT /debug/flags/v
            TRACE /api/v1/nodes
            CONNECT /api/v1/nodes
            get /api/v1/nodes
            LIST /api/v1/nodes
            MERGE /api/v1/nodes?dryRun=All
            """)
    void everythingElseIsRefused(String method, String target) {
        assertThat(objection(method, target)).isPresent();
    }

    @ParameterizedTest
    @CsvSource(delimiter = ' ', textBlock = """
            POST /api/v1/namespaces/n/pods?dryRun=All
            POST /api/v1/namespaces/n/pods?fieldManager=t&dryRun=All&fieldValidation=Strict
            PUT /apis/apps/v1/namespaces/n/deployments/d?dryRun=All
            PATCH /api/v1/nodes/x?dryRun=All
            PATCH /api/v1/nodes/x/status?dryRun=All
            PATCH /apis/apps/v1/namespaces/n/deployments/d/scale?dryRun=All
            DELETE /api/v1/namespaces/n/pods/p?dryRun=All
            DELETE /apis/nvidia.com/v1/clusterpolicies?dryRun=All
            """)
    void aDryRunPasses(String method, String target) {
        assertThat(objection(method, target)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"dryRun=All&dryRun=", "dryRun=&dryRun=All", "dryRun=All&dryRun=All", "dryRun=all", "dryRun",
        "dryRun=", "dryRun=None", "dryrun=All", "dryRun=All&dryrun=x", "dryRun=All&DryRun=x", "dryRun=All&dry%52un=",
        "dryRun=%41ll", "dryRun=All,", "dryRun=All%20", "x=dryRun=All", "dryRun=All;x=1", "x=1;dryRun=All",
        "dryRun[]=All", "dryRun=All&%", "a&b"})
    void aQueryThatDoesNotAskForADryRunBeyondDoubtDoesNotPass(String query) {
        assertThat(objection("POST", "/api/v1/namespaces/n/pods?" + query)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {POD + "/eviction", POD + "/binding", POD + "/ephemeralcontainers", POD + "/exec",
        POD + "/proxy", POD + "/proxy/x", "/api/v1/namespaces/n/services/s/proxy/metrics",
        "/api/v1/namespaces/n/bindings", "/api/v1/namespaces/n/serviceaccounts/s/token",
        "/apis/authentication.k8s.io/v1/tokenreviews", "/apis/authorization.k8s.io/v1/subjectaccessreviews",
        "/apis/subresources.kubevirt.io/v1/namespaces/n/virtualmachines/v/stop", "/version",
        "/api/v1/nodes/x/proxy/run", POD + "/status/more"})
    void aDryRunDoesNotPassWhereItMayNotBeHonoured(String path) {
        assertThat(objection("POST", path + "?dryRun=All")).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"gracePeriodSeconds\":0}", "{\"dryRun\":[]}", "{\"dryRun\":\"All\"}",
        "{\"dryRun\":[\"all\"]}", "{\"dryRun\":[\"All\",\"\"]}", "{\"dryRun\":[\"All\"],\"dryRun\":[]}",
        "{\"dryRun\":[\"All\"],\"DryRun\":[]}", "not json", "dryRun: [All]", "[]", "null"})
    void aDeletionWhoseBodyForgetsTheDryRunIsRefused(String body) {
        assertThat(objection(request("DELETE", POD + "?dryRun=All", body))).isPresent();
    }

    @Test
    void aDeletionWhoseBodyAsksForTheDryRunTooPasses() {
        var body = "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"dryRun\":[\"All\"],\"gracePeriodSeconds\":0}";

        assertThat(objection(request("DELETE", POD + "?dryRun=All", body))).isEmpty();
        assertThat(objection(request("DELETE", POD, body))).as("and nothing in the query").isPresent();
    }

    @Test
    void questionsAboutOneselfPass() {
        assertThat(objection("POST", REVIEWS + "selfsubjectaccessreviews")).isEmpty();
        assertThat(objection("POST", REVIEWS + "selfsubjectrulesreviews")).isEmpty();
        assertThat(objection("POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews")).isEmpty();
        assertThat(objection("PUT", REVIEWS + "selfsubjectaccessreviews")).isPresent();
        assertThat(objection("POST", REVIEWS + "selfsubjectaccessreviews/x")).isPresent();
        assertThat(objection("POST", REVIEWS + "namespaces/n/selfsubjectaccessreviews")).isPresent();
        assertThat(objection("POST", "/api/v1/namespaces/n/selfsubjectaccessreviews")).isPresent();
        assertThat(objection("POST", "/apis/evil.io/v1/selfsubjectaccessreviews")).isPresent();
    }

    @Test
    void aReadThatChangesItsMethodOrItsProtocolByAHeaderIsRefused() {
        var plain = request("GET", "/api/v1/nodes", null);

        assertThat(objection(plain.newBuilder().header("X-HTTP-Method-Override", "DELETE").build())).isPresent();
        assertThat(objection(plain.newBuilder().header("x-http-method", "DELETE").build())).isPresent();
        assertThat(objection(plain.newBuilder().header("Upgrade", "websocket").build())).isPresent();
        assertThat(objection(plain.newBuilder().header("Connection", "keep-alive, Upgrade").build())).isPresent();
    }
}
