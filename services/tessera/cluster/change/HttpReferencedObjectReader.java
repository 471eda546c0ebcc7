package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.cluster.object.ApiDiscoveryCache;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.object.StringMapReader;
import tessera.kube.quota.ResourceQuotaScopes;
import tessera.model.ObjectRef;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.ReferencedObjectReader;
import tessera.text.MessageCatalog;

/** Reads kinds, namespaces and quotas from the API server for manifests; served kinds once per version. One thread at a time. */
final class HttpReferencedObjectReader implements ReferencedObjectReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HttpReferencedObjectReader.class);

    private final ApiObjectReader objects;
    private final ApiDiscoveryCache served;

    HttpReferencedObjectReader(ApiObjectReader objects) {
        this.objects = objects;
        served = new ApiDiscoveryCache(objects);
    }

    @Override
    public Optional<ServedKind> findKind(String apiVersion, String kind) throws ProblemException, InterruptedException {
        return served.findKind(apiVersion, kind);
    }

    @Override
    public Optional<Map<String, String>> readLabels(ObjectRef object) throws ProblemException, InterruptedException {
        try {
            return Optional.of(StringMapReader
                    .readMap(objects.readMetadata(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object))
                            .at("/metadata/labels")));
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    @Override
    public Optional<String> readJson(ObjectRef object) throws ProblemException, InterruptedException {
        try {
            return Optional
                    .of(objects.readJson(ApiPathBuilder.objectPath(object), MESSAGES.text("read", object)).toString());
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw problemException;
        }
    }

    @Override
    public ObjectNames listNames(ObjectRef kind) throws ProblemException, InterruptedException {
        var names = new ArrayList<String>();
        try {
            boolean whole = objects.forEachMetadata(ApiPathBuilder.collectionPath(kind) + "?limit=500",
                    MESSAGES.text("list", kind.resource()),
                    element -> names.add(element.at("/metadata/name").asText()));
            return new ObjectNames(names, whole);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                return new ObjectNames(List.of(), true);
            }
            throw problemException;
        }
    }

    @Override
    public List<ObjectRef> listNamespacedKinds(String namespace) throws ProblemException, InterruptedException {
        return served.listableKinds(namespace);
    }

    @Override
    public List<String> servedVersions(String group) throws ProblemException, InterruptedException {
        return served.versionsOf(group);
    }

    @Override
    public List<QuotaWithUsage> listQuotas(String namespace) throws ProblemException, InterruptedException {
        return objects
                .listAll("/api/v1/namespaces/" + ApiPathBuilder.encode(namespace) + "/resourcequotas?limit=500",
                        MESSAGES.text("list.quotas", namespace))
                .stream().map(HttpReferencedObjectReader::readQuota).toList();
    }

    /** Reads a quota; one just created has no status yet. */
    private static QuotaWithUsage readQuota(JsonNode quota) {
        var counted = quota.at("/status/hard");
        return new QuotaWithUsage(quota.at("/metadata/name").asText(),
                StringMapReader.readMap(counted.isEmpty() ? quota.at("/spec/hard") : counted),
                StringMapReader.readMap(quota.at("/status/used")), ResourceQuotaScopes.of(quota));
    }
}
