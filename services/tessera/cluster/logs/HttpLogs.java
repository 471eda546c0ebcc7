package tessera.cluster.logs;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.http.ApiTransport;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.logs.LogSource;
import tessera.logs.LoggedPod;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Reader of container logs through the API server. */
public final class HttpLogs implements LogSource {

    /** A container may be silent for long; but a connection that died without a word is found out so. */
    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final int NOTHING = 204;

    private final ObjectLists.ServerRoute route;
    private final ObjectLists objects;

    public HttpLogs(ObjectLists.ServerRoute route) {
        this.route = route;
        objects = new ObjectLists(route);
    }

    @Override
    public LoggedPod findPod(ObjectRef pod) throws Failure, InterruptedException {
        return LoggedPods.readPod(objects.readJson(ApiPaths.objectPath(pod), "read " + pod));
    }

    @Override
    public Stream openStream(LogRequest request) throws Failure, InterruptedException {
        var text = "read the log of %s in %s".formatted(request.container(), request.pod());
        var wire = route.transport();
        var reply = wire.send(ApiRequest.followLog(logPath(request), SILENCE, text));
        if (!reply.isSuccess()) {
            try (reply) {
                throw reply.readRefusal().toFailure();
            }
        }
        if (reply.status() == NOTHING) {
            reply.close();
            throw new Failure(Problem.of(ProblemKind.INVALID, "The pod is on no node yet"));
        }
        return new LogBody(wire, reply);
    }

    private static String logPath(LogRequest request) {
        var since = request.since();
        return ApiPaths.objectPath(request.pod()) + "/log?container=" + ApiPaths.encode(request.container())
                + "&timestamps=true" + (request.follow() && !request.previous() ? "&follow=true" : "")
                + (request.previous() ? "&previous=true" : "")
                // Servers take whole seconds only.
                + (since == null ? ""
                        : "&sinceTime=" + ApiPaths.encode(since.truncatedTo(ChronoUnit.SECONDS).toString()))
                + (request.tail() < 0 ? "" : "&tailLines=" + request.tail());
    }

    private record LogBody(ApiTransport wire, ApiResponse reply) implements Stream {

        @Override
        public InputStream bytes() {
            return reply.body();
        }

        @Override
        public Problem explain(IOException e) {
            return wire.explainReadFailure(e);
        }

        @Override
        public void abort() {
            reply.cancel();
        }

        @Override
        public void close() {
            reply.close();
        }
    }
}
