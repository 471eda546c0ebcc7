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
import tessera.cluster.http.ApiRequestReason;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.HelmReleaseHistory;
import tessera.plan.context.UnfinishedHelmRevision;
import tessera.plan.intent.HelmReleaseNamespacedName;
import tessera.stack.GpuStackHelmRelease;
import tessera.stack.GpuStackHelmRelease.RecordedRevision;
import tessera.stack.record.HelmReleaseRecordDecoder;
import tessera.text.MessageCatalog;

/**
 * Reader of the Secrets in which Helm records releases. What revisions there are is read from their labels; only the newest
 * is read whole, because each holds a whole chart.
 */
public final class HelmReleaseSecretReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HelmReleaseSecretReader.class);
    private static final String PENDING = "pending-";
    private static final JsonMapper JSON = new JsonMapper();
    private static final String LABELS_ONLY = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1";

    private final ApiObjectReader.ApiTransportSupplier transportSupplier;
    private final ApiObjectReader objects;

    public HelmReleaseSecretReader(ApiObjectReader.ApiTransportSupplier transportSupplier) {
        this.transportSupplier = transportSupplier;
        objects = new ApiObjectReader(transportSupplier);
    }

    /** Returns the newest revision with the others as its history; empty where Helm has no such release. */
    Optional<GpuStackHelmRelease> newestRelease(String namespace, String name)
            throws ProblemException, InterruptedException {
        var notes = listRecords(namespace, name);
        if (notes.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(HelmReleaseRecordDecoder.readFacts(releaseData(namespace, name, notes.getFirst()))
                .withHistory(notes.stream().map(ReleaseSecret::revision).toList()));
    }

    /** Returns the recorded revisions of a release, newest first. */
    public List<RecordedRevision> revisions(String namespace, String name)
            throws ProblemException, InterruptedException {
        return listRecords(namespace, name).stream().map(ReleaseSecret::revision).toList();
    }

    /** Returns the newest revisions that are still pending, newest first. */
    public List<UnfinishedHelmRevision> unfinishedRevisions(String namespace, String name)
            throws ProblemException, InterruptedException {
        return listRecords(namespace, name).stream().takeWhile(note -> note.revision().status().startsWith(PENDING))
                .map(note -> new UnfinishedHelmRevision(note.revision().number(), note.revision().status(),
                        new ObjectRef("v1", "Secret", "secrets", namespace, note.secret()), note.uid(),
                        note.resourceVersion(), Optional.ofNullable(note.revision().at()), note.writer()))
                .toList();
    }

    /** Returns the releases in a namespace, or in all if the name is empty, by name. */
    public List<HelmReleaseHistory> knownReleases(String namespace) throws ProblemException, InterruptedException {
        var all = namespace.isEmpty();
        var notes = listRecordLabels(
                all ? "/api/v1/secrets" : "/api/v1/namespaces/" + ApiPathBuilder.encode(namespace) + "/secrets",
                "owner=helm,name", MESSAGES.text("list.records", namespace));
        var revisions = new TreeMap<String, List<ReleaseSecret>>();
        for (var note : notes) {
            revisions.computeIfAbsent(note.release().toString(), _ -> new ArrayList<>()).add(note);
        }
        return revisions.values().stream().map(HelmReleaseSecretReader::releaseHistory).toList();
    }

    private static HelmReleaseHistory releaseHistory(List<ReleaseSecret> each) {
        return new HelmReleaseHistory(each.getFirst().release(),
                each.stream().map(ReleaseSecret::revision)
                        .map(one -> new HelmReleaseHistory.HelmReleaseHistoryEntry(one.number(), one.status(),
                                Optional.ofNullable(one.at())))
                        .toList());
    }

    /** Returns the full record of a revision; empty where there is none. */
    public Optional<JsonNode> readRevision(String namespace, String name, int revision)
            throws ProblemException, InterruptedException {
        for (var note : listRecords(namespace, name)) {
            if (note.revision().number() == revision) {
                return Optional.of(HelmReleaseRecordDecoder.readTree(releaseData(namespace, name, note)));
            }
        }
        return Optional.empty();
    }

    private String releaseData(String namespace, String name, ReleaseSecret note)
            throws ProblemException, InterruptedException {
        var path = "/api/v1/namespaces/" + ApiPathBuilder.encode(namespace) + "/secrets/"
                + ApiPathBuilder.encode(note.secret());
        return objects.readJson(path, MESSAGES.text("read.record", name)).at("/data/release").asText("");
    }

    /**
     * A release Secret of Helm, by its labels.
     *
     * @param resourceVersion of the Secret
     * @param writer  what last wrote it; empty where the server does not tell
     */
    private record ReleaseSecret(HelmReleaseNamespacedName release, String secret, String uid, String resourceVersion,
            String writer, RecordedRevision revision) {}

    private List<ReleaseSecret> listRecords(String namespace, String name)
            throws ProblemException, InterruptedException {
        return listRecordLabels("/api/v1/namespaces/" + ApiPathBuilder.encode(namespace) + "/secrets",
                "owner=helm,name=" + name, MESSAGES.text("list.records", namespace));
    }

    /** Returns the records by their labels, newest revisions first. */
    private List<ReleaseSecret> listRecordLabels(String collection, String labels, String text)
            throws ProblemException, InterruptedException {
        var path = collection + "?limit=500&labelSelector=" + ApiPathBuilder.encode(labels);
        var notes = new ArrayList<ReleaseSecret>();
        var more = "";
        do {
            var list = readPage(more.isEmpty() ? path : path + "&continue=" + ApiPathBuilder.encode(more), text);
            list.path("items").forEach(item -> notes.add(releaseSecret(item)));
            more = list.at("/metadata/continue").asText("");
        } while (!more.isEmpty());
        notes.sort(Comparator.comparingInt((ReleaseSecret note) -> note.revision().number()).reversed());
        return notes;
    }

    private JsonNode readPage(String path, String text) throws ProblemException, InterruptedException {
        try {
            return JSON
                    .readTree(transportSupplier.transport().readText(ApiRequest.proxiedPage(path, LABELS_ONLY, text)));
        } catch (JsonProcessingException e) {
            throw new ProblemException(OperationProblemKind.GARBLED, new ApiRequestReason.ResponseNotJson(text), e);
        }
    }

    private static ReleaseSecret releaseSecret(JsonNode secret) {
        var metadata = secret.path("metadata");
        var labels = metadata.path("labels");
        var writers = metadata.path("managedFields");
        return new ReleaseSecret(
                new HelmReleaseNamespacedName(labels.path("name").asText(""), metadata.path("namespace").asText("")),
                metadata.path("name").asText(), metadata.path("uid").asText(""),
                metadata.path("resourceVersion").asText(""),
                writers.path(writers.size() - 1).path("manager").asText(""),
                new RecordedRevision(labels.path("version").asInt(0), labels.path("status").asText("unknown"),
                        modificationTime(labels)));
    }

    /** Returns the later of creation and modification: a new revision keeps the old label until it is written again. */
    private static @Nullable Instant modificationTime(JsonNode labels) {
        return Stream.of("createdAt", "modifiedAt").map(label -> parseSeconds(labels.path(label).asText("")))
                .filter(Objects::nonNull).max(Comparator.naturalOrder()).orElse(null);
    }

    private static @Nullable Instant parseSeconds(String seconds) {
        try {
            return seconds.isEmpty() ? null : Instant.ofEpochSecond(Long.parseLong(seconds));
        } catch (NumberFormatException | DateTimeException _) {
            return null;
        }
    }
}
