package tessera.cluster.stack;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.KnownRelease;
import tessera.plan.context.UnfinishedRevision;
import tessera.plan.intent.ReleaseName;
import tessera.stack.HelmReleaseFacts;
import tessera.stack.HelmReleaseFacts.Revision;
import tessera.stack.record.ReleaseRecord;

/**
 * Finds the Secrets in which Helm notes a release. What revisions there are is read from their labels; only the newest
 * is read whole, because each holds a whole chart.
 */
public final class HelmRecords {

    private static final String PENDING = "pending-";
    private static final JsonMapper JSON = new JsonMapper();
    private static final String LABELS_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private final ObjectLists.ServerRoute way;
    private final ObjectLists objects;

    public HelmRecords(ObjectLists.ServerRoute way) {
        this.way = way;
        objects = new ObjectLists(way);
    }

    /** The newest revision of a release, with the others as its history; empty where Helm knows of none. */
    Optional<HelmReleaseFacts> newest(String namespace, String name) throws Failure, InterruptedException {
        var notes = notes(namespace, name);
        if (notes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(ReleaseRecord.read(data(namespace, name, notes.getFirst()))
                .withHistory(notes.stream().map(ReleaseSecret::revision).toList()));
    }

    /** The revisions of a release that Helm knows, newest first. */
    public List<Revision> revisions(String namespace, String name) throws Failure, InterruptedException {
        return notes(namespace, name).stream().map(ReleaseSecret::revision).toList();
    }

    /** The newest revisions that Helm has begun and not ended, newest first. */
    public List<UnfinishedRevision> unfinished(String namespace, String name) throws Failure, InterruptedException {
        return notes(namespace, name).stream().takeWhile(note -> note.revision().status().startsWith(PENDING))
                .map(note -> new UnfinishedRevision(note.revision().number(), note.revision().status(),
                        new ObjectRef("v1", "Secret", "secrets", namespace, note.secret()), note.uid(), note.version(),
                        Optional.ofNullable(note.revision().at()), note.writer()))
                .toList();
    }

    /** The releases in a namespace, or in all where none is named, by name. */
    public List<KnownRelease> known(String namespace) throws Failure, InterruptedException {
        var all = namespace.isEmpty();
        var notes = noted(all ? "/api/v1/secrets" : "/api/v1/namespaces/" + ApiPaths.encode(namespace) + "/secrets",
                "owner=helm,name", "list Helm’s records" + (all ? "" : " in " + namespace));
        var revisions = new TreeMap<String, List<ReleaseSecret>>();
        notes.forEach(note -> revisions.computeIfAbsent(note.release().toString(), _ -> new ArrayList<>()).add(note));
        return revisions.values().stream().map(each -> new KnownRelease(each.getFirst().release(),
                each.stream().map(ReleaseSecret::revision)
                        .map(one -> new KnownRelease.ReleaseRevision(one.number(), one.status(),
                                Optional.ofNullable(one.at())))
                        .toList()))
                .toList();
    }

    /** A revision with all that Helm has noted; empty where it knows of no such. */
    public Optional<JsonNode> whole(String namespace, String name, int revision)
            throws Failure, InterruptedException {
        for (var note : notes(namespace, name)) {
            if (note.revision().number() == revision) {
                return Optional.of(ReleaseRecord.whole(data(namespace, name, note)));
            }
        }
        return Optional.empty();
    }

    private String data(String namespace, String name, ReleaseSecret note) throws Failure, InterruptedException {
        var path = "/api/v1/namespaces/" + ApiPaths.encode(namespace) + "/secrets/" + ApiPaths.encode(note.secret());
        return objects.read(path, "read Helm’s record of " + name).at("/data/release").asText("");
    }

    /**
     * A Secret of Helm, by its labels.
     *
     * @param version of the Secret
     * @param writer  what last wrote it; empty where the server does not tell
     */
    private record ReleaseSecret(ReleaseName release, String secret, String uid, String version, String writer,
            Revision revision) {}

    private List<ReleaseSecret> notes(String namespace, String name) throws Failure, InterruptedException {
        return noted("/api/v1/namespaces/" + ApiPaths.encode(namespace) + "/secrets", "owner=helm,name=" + name,
                "list Helm’s records in " + namespace);
    }

    /** What the labels of records say, newest revisions first. */
    private List<ReleaseSecret> noted(String collection, String labels, String words)
            throws Failure, InterruptedException {
        var path = collection + "?limit=500&labelSelector=" + ApiPaths.encode(labels);
        var notes = new ArrayList<ReleaseSecret>();
        var more = "";
        do {
            var list = page(more.isEmpty() ? path : path + "&continue=" + ApiPaths.encode(more), words);
            list.path("items").forEach(item -> notes.add(note(item)));
            more = list.at("/metadata/continue").asText("");
        } while (!more.isEmpty());
        notes.sort(Comparator.comparingInt((ReleaseSecret note) -> note.revision().number()).reversed());
        return notes;
    }

    private JsonNode page(String path, String words) throws Failure, InterruptedException {
        try {
            return JSON.readTree(way.wire().text(ApiRequest.page(path, LABELS_ONLY, words)));
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "Could not " + words + ": the answer is not JSON"), e);
        }
    }

    private static ReleaseSecret note(JsonNode secret) {
        var metadata = secret.path("metadata");
        var labels = metadata.path("labels");
        var writers = metadata.path("managedFields");
        return new ReleaseSecret(new ReleaseName(labels.path("name").asText(""), metadata.path("namespace").asText("")),
                metadata.path("name").asText(), metadata.path("uid").asText(""),
                metadata.path("resourceVersion").asText(""),
                writers.path(writers.size() - 1).path("manager").asText(""),
                new Revision(labels.path("version").asInt(0), labels.path("status").asText("unknown"), noted(labels)));
    }

    /** A new revision has the label of the one before it until it is written once more, so the later of both counts. */
    private static @Nullable Instant noted(JsonNode labels) {
        return Stream.of("createdAt", "modifiedAt").map(label -> time(labels.path(label).asText("")))
                .filter(Objects::nonNull).max(Comparator.naturalOrder()).orElse(null);
    }

    private static @Nullable Instant time(String seconds) {
        try {
            return seconds.isEmpty() ? null : Instant.ofEpochSecond(Long.parseLong(seconds));
        } catch (NumberFormatException | DateTimeException _) {
            return null;
        }
    }
}
