package tessera.kube.scheduling;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * The way in which claims of a StorageClass come to their volumes.
 *
 * @param waitsForConsumer whether that is once a pod that mounts the claim has a node
 * @param provisions       whether volumes are made, and not only chosen
 */
public record StorageClassBinding(boolean waitsForConsumer, boolean provisions) {

    private static final String NO_PROVISIONER = "kubernetes.io/no-provisioner";

    public static StorageClassBinding fromJson(JsonNode storageClass) {
        return new StorageClassBinding(
                storageClass.path("volumeBindingMode").asText().equals("WaitForFirstConsumer"),
                !storageClass.path("provisioner").asText(NO_PROVISIONER).equals(NO_PROVISIONER));
    }
}
