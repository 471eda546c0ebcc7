package tessera.ui;

import java.util.Optional;
import tessera.flow.LatestValue;
import tessera.model.CredentialPluginApprovalRequest;

/** The choice of the cluster that is open, and of whether it may be changed. */
public interface ClusterChooser extends ClusterStateSource {

    /** Opens the cluster of a context and closes the one that was open. */
    void openContext(String context);

    /** Returns the credential plugin that the user must approve before the requested cluster is opened; empty for none. */
    LatestValue<Optional<CredentialPluginApprovalRequest>> pluginRequest();

    /** Approves the credential plugin, now and in future, or does not open the cluster. */
    void answer(boolean allowed);

    /** Stops reconnecting to the cluster. */
    void disconnect();

    /** Refuses or allows changes from now on. Where they are refused for good this does nothing. */
    void setReadOnly(boolean readOnly);
}
